import FeatureFlags
import Locking

/// The pieces of work that reads are measured by, each over the same 100 keys.
struct ReadWork {
  /// The names, as `--work` takes them.
  enum Name: String, CaseIterable {
    case dictionary, hit, miss, handle, number, impression, get
    case lockedDictionary = "mutex-and-dictionary"
  }

  private let keys = KeyLiterals.hits
  private let client: FeatureFlagsClient
  private let dictionary: [String: Bool]
  private let locked: Locked<[String: Bool]>
  private let flags: [Flag]
  private let handles: [FlagHandle]

  init() async throws {
    client = try await BenchClient.logged(keys)
    dictionary = Dictionary(uniqueKeysWithValues: keys.map { [client] in ($0, client.isEnabled($0, default: false)) })
    locked = Locked(dictionary)
    flags = client.allFlags
    handles = keys.map(client.flag)
  }

  /// How many operations a round is.
  var operations: Int { keys.count }

  /// Does `name` so many rounds.
  func run(_ name: Name, rounds: Int) {
    switch name {
    case .dictionary: Readers.dictionary(dictionary, keys, rounds: rounds)
    case .hit: Readers.client(client, keys, rounds: rounds)
    case .miss: Readers.client(client, KeyLiterals.misses, rounds: rounds)
    case .handle: Readers.handles(handles, rounds: rounds)
    case .number: Readers.numbers(flags, "ratio", rounds: rounds)
    case .impression: Readers.impressions(client, keys, rounds: rounds)
    case .get: Readers.gets(client, keys, rounds: rounds)
    case .lockedDictionary: Readers.lockedDictionary(locked, keys, rounds: rounds)
    }
  }
}
