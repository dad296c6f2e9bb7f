import CAllocationCount
import FeatureFlags

/// Heap allocations per read: none, for hits and misses, states and properties, and for duplicate impressions.
enum AllocationCase {
  static func figures(_ options: Options) async throws -> [Figure] {
    guard allocation_count_is_available() else { return [] }
    let keys = SampleAnswer.keys(100)
    let misses = keys.map { "missing_\($0)" }
    let client = try await BenchClient.logged(keys)
    let flags = client.allFlags
    let handles = keys.map(client.flag)

    let rounds = 100
    let cases: [(String, () -> Void)] = [
      ("hit", { Readers.client(client, keys, rounds: rounds) }),
      ("miss", { Readers.client(client, misses, rounds: rounds) }),
      ("get", { Readers.gets(client, keys, rounds: rounds) }),
      ("handle", { Readers.handles(handles, rounds: rounds) }),
      ("bool", { Readers.bools(flags, "beta", rounds: rounds) }),
      ("number", { Readers.numbers(flags, "ratio", rounds: rounds) }),
      ("string", { Readers.strings(flags, "button_color", rounds: rounds) }),
      ("impression", { Readers.impressions(client, keys, rounds: rounds) }),
    ]
    return cases.map { name, work in
      let before = allocation_count()
      work()
      let count = allocation_count() - before
      return Figure(
        name: "allocations-\(name)", value: Double(count) / Double(rounds * keys.count), baseline: 0, unit: "per read",
        target: .atMost(0))
    }
  }
}
