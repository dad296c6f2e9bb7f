public import FeatureFlags

/// One rule of `Ports.Store`, which every store must pass.
///
/// A test target runs them all, each against storage of its own:
///
///     @Test(arguments: StoreRule.all)
///     func keepsTheContract(rule: StoreRule) async throws {
///       let directory = try TemporaryDirectory()
///       try await rule.verify { MyStore(directory: directory.path) }
///     }
public struct StoreRule: Sendable, CustomStringConvertible {
  /// What a store that keeps the rule does.
  public let name: String

  private let body: @Sendable (StoreTrial) async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (StoreTrial) async throws -> Void) {
    self.name = name
    self.body = body
  }

  /// The name.
  public var description: String { name }

  /// All the rules.
  public static let all: [StoreRule] = basics + asides + concurrency

  /// Checks that a store keeps this rule.
  ///
  /// Calls block the thread for as long as the store's do. The rules about concurrency use as many threads as the
  /// machine has cores; with one core they show little.
  ///
  /// - Parameters:
  ///   - blobCount: how many things lie in the storage, if that can be told: files in a directory, rows of a table.
  ///     With it the rule about blobs set aside is checked whole.
  ///   - open: makes a store. The first call gives one whose storage is empty; each later call gives another one on the
  ///     same storage, as a second process would, or, for a store that lives in memory, the same one again.
  /// - Throws: ``RuleViolation`` when the rule is broken.
  public func verify(
    blobCount: (@Sendable () throws -> Int)? = nil, _ open: @escaping @Sendable () throws -> any Ports.Store
  ) async throws(RuleViolation) {
    let trial = StoreTrial(rule: name, open: open, blobCount: blobCount)
    try await RuleViolation.reporting(name) { try await body(trial) }
  }
}
