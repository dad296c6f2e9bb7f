import FeatureFlags

/// One rule of the contract of `Ports.Transport`, as a value that a test can be run with.
///
///     @Test(arguments: TransportRule.all) func keepsTheContract(rule: TransportRule) async throws {
///       try await rule.verify(on: .network { MyTransport() })
///     }
public struct TransportRule: Sendable, CustomStringConvertible {
  /// What the rule says, in a few words; no two rules have the same.
  public let name: String

  private let check: @Sendable (TransportRuleCheck) async throws -> Void

  init(_ name: String, check: @escaping @Sendable (TransportRuleCheck) async throws -> Void) {
    self.name = name
    self.check = check
  }

  /// The name.
  public var description: String { name }

  /// Every rule; for transports that open connections.
  public static var all: [TransportRule] { general + network }

  /// The rules for any transport, also one that makes its answers up.
  public static var general: [TransportRule] { answerRules }

  /// The rules about what goes over a connection and what becomes of it.
  public static var network: [TransportRule] { requestRules + endingRules + brokenAnswerRules }

  /// Checks the rule.
  ///
  /// - Throws: ``RuleViolation`` when the transport breaks it.
  public func verify(on harness: TransportHarness) async throws {
    do {
      try await check(TransportRuleCheck(rule: name, harness: harness))
    } catch let error as TransportError {
      throw RuleViolation(name, "failed with \(error.reason.rawValue): \(error.message)")
    }
  }
}
