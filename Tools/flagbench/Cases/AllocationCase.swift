import CAllocationCount
import FeatureFlags

/// Heap allocations per read: none, for hits and misses, states and properties, and for duplicate impressions.
///
/// Apart from the first read of a property of a flag, which makes the members of that flag's properties.
enum AllocationCase {
  static func figures(_ options: Options) async throws -> [Figure] {
    guard allocation_count_is_available() else { return [] }
    let keys = KeyLiterals.hits
    let client = try await BenchClient.logged(keys)
    let flags = client.allFlags
    let handles = keys.map(client.flag)

    let rounds = 100
    let first = allocations { Readers.bools(flags, "beta", rounds: 1) }
    let cases: [(String, () -> Void)] = [
      ("hit", { Readers.client(client, keys, rounds: rounds) }),
      ("miss", { Readers.client(client, KeyLiterals.misses, rounds: rounds) }),
      ("get", { Readers.gets(client, keys, rounds: rounds) }),
      ("handle", { Readers.handles(handles, rounds: rounds) }),
      ("bool", { Readers.bools(flags, "beta", rounds: rounds) }),
      ("number", { Readers.numbers(flags, "ratio", rounds: rounds) }),
      ("string", { Readers.strings(flags, "button_color", rounds: rounds) }),
      ("impression", { Readers.impressions(client, keys, rounds: rounds) }),
    ]
    return cases.map { name, work in
      figure(name, Double(allocations(work)) / Double(rounds * keys.count), .atMost(0))
    } + [figure("first-property", Double(first) / Double(flags.count), .none)]
  }

  private static func figure(_ name: String, _ value: Double, _ target: Figure.Target) -> Figure {
    Figure(name: "allocations-\(name)", value: value, baseline: 0, unit: "per read", target: target)
  }

  private static func allocations(_ work: () -> Void) -> UInt64 {
    let before = allocation_count()
    work()
    return allocation_count() - before
  }
}
