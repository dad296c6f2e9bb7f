import FeatureFlags

/// Single loops by name, for tools that count instructions and want nothing else to happen.
enum Loops {
  static let names = ["dictionary", "hit", "miss", "handle", "number", "impression"]

  /// Runs the loop `name` over 100 keys, `count` times; false when there is none of that name.
  static func run(_ name: String, _ count: Int) async throws -> Bool {
    let keys = SampleAnswer.keys(100)
    let client = try await BenchClient.withFlags(100).client
    for key in keys { try await client.deliverImpression(key) }
    Readers.impressions(client, keys, rounds: 1)
    switch name {
    case "dictionary":
      Readers.dictionary(Dictionary(uniqueKeysWithValues: keys.map { ($0, true) }), keys, rounds: count)
    case "hit": Readers.client(client, keys, rounds: count)
    case "miss": Readers.client(client, keys.map { "missing_\($0)" }, rounds: count)
    case "handle": Readers.handles(keys.map(client.flag), rounds: count)
    case "number": Readers.numbers(client.allFlags, "ratio", rounds: count)
    case "impression": Readers.impressions(client, keys, rounds: count)
    default: return false
    }
    return true
  }
}
