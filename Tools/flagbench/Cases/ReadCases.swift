import FeatureFlags
import Locking

/// Reads on one thread: hits, misses, handles, properties, duplicate impressions; and what a lock or `get` would cost.
enum ReadCases {
  static func figures(_ options: Options) async throws -> [Figure] {
    let keys = SampleAnswer.keys(100)
    let misses = keys.map { "missing_\($0)" }
    let client = try await BenchClient.logged(keys)
    let dictionary = Dictionary(uniqueKeysWithValues: keys.map { ($0, client.isEnabled($0, default: false)) })
    let locked = Locked(dictionary)
    let flags = client.allFlags
    let handles = keys.map(client.flag)

    let rounds = options.isQuick ? 200 : 2000
    let times = Rounds(options.isQuick ? 5 : 31).medians(
      operations: rounds * keys.count,
      [
        { Readers.dictionary(dictionary, keys, rounds: rounds) },
        { Readers.client(client, keys, rounds: rounds) },
        { Readers.client(client, misses, rounds: rounds) },
        { Readers.handles(handles, rounds: rounds) },
        { Readers.numbers(flags, "ratio", rounds: rounds) },
        { Readers.impressions(client, keys, rounds: rounds) },
        { Readers.gets(client, keys, rounds: rounds) },
        { lockedReads(locked, keys, rounds: rounds) },
      ])
    let plain = times[0]
    func figure(_ name: String, _ number: Int, over baseline: Double, _ target: Figure.Target) -> Figure {
      Figure(name: name, value: times[number], baseline: baseline, unit: "ns", target: target)
    }
    return [
      figure("read-hit", 1, over: plain, .atMost(0.6)),
      figure("read-miss", 2, over: times[1], .atMost(1.1)),
      figure("read-handle", 3, over: plain, .atMost(0.2)),
      figure("property-number", 4, over: plain, .atMost(0.8)),
      figure("impression-duplicate", 5, over: plain, .atMost(2)),
      figure("get", 6, over: plain, .none),
      figure("mutex-and-dictionary", 7, over: plain, .none),
    ]
  }

  @inline(never)
  private static func lockedReads(_ dictionary: Locked<[String: Bool]>, _ keys: [String], rounds: Int) {
    var count = 0
    for _ in 0..<rounds {
      for key in keys where dictionary.withLock({ $0[key] ?? false }) { count &+= 1 }
    }
    keep(count)
  }
}
