import FeatureFlags
import Locking

/// How the cost of a read grows with the number of flags and of threads; a plain dictionary, which nobody changes, and one
/// under a mutex beside it.
enum GrowingCases {
  static func figures(_ options: Options) async throws -> [Figure] {
    try await sizes(options) + threads(options)
  }

  private static func sizes(_ options: Options) async throws -> [Figure] {
    var figures: [Figure] = []
    for count in [10, 100, 1_000, 10_000, 100_000] {
      let keys = SampleAnswer.keys(count)
      let client = try await BenchClient(answers: [SampleAnswer.bytes(flags: count)]).client
      let dictionary = Dictionary(uniqueKeysWithValues: keys.map { ($0, client.isEnabled($0, default: false)) })
      let rounds = max(1, (options.isQuick ? 20_000 : 200_000) / count)
      let times = Rounds(options.isQuick ? 3 : 11).medians(
        operations: rounds * count,
        [
          { Readers.dictionary(dictionary, keys, rounds: rounds) }, { Readers.client(client, keys, rounds: rounds) },
        ])
      figures.append(
        Figure(
          name: "read-hit-of-\(count)", value: times[1], baseline: times[0], unit: "ns", target: .none,
          note: "against a dictionary of as many"))
    }
    return figures
  }

  private static func threads(_ options: Options) async throws -> [Figure] {
    let keys = KeyLiterals.hits
    let client = try await BenchClient(answers: [SampleAnswer.bytes(flags: 100)]).client
    let dictionary = Dictionary(uniqueKeysWithValues: keys.map { ($0, client.isEnabled($0, default: false)) })
    let locked = Locked(dictionary)
    let rounds = options.isQuick ? 200 : 2_000
    // Eight threads that wait for one mutex take 100 times as long for a round.
    let lockedRounds = rounds / 20
    let works: [(name: String, rounds: Int, work: @Sendable () -> Void)] = [
      ("read", rounds, { Readers.client(client, keys, rounds: rounds) }),
      ("dictionary", rounds, { Readers.dictionary(dictionary, keys, rounds: rounds) }),
      ("mutex", lockedRounds, { Readers.lockedDictionary(locked, keys, rounds: lockedRounds) }),
    ]
    let counts = [1, 2, 4, 8]
    var times = works.map { _ in counts.map { _ in [Double]() } }
    for round in 0...(options.isQuick ? 3 : 7) {
      for (place, work) in works.enumerated() {
        for (number, count) in counts.enumerated() {
          let time = Threads.meanTime(of: work.work, threads: count)
          if round > 0 { times[place][number].append(time / Double(work.rounds * keys.count)) }
        }
      }
    }
    return works.enumerated().flatMap { place, work in
      counts.indices.map { number in
        Figure(
          name: "\(work.name)-by-\(counts[number])", value: Rounds.median(times[place][number]),
          baseline: Rounds.median(times[place][0]), unit: "ns", target: .none,
          note: "a thread's cost, against one thread")
      }
    }
  }
}
