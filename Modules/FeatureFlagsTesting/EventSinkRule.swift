import FeatureFlags

/// One rule of `Ports.EventSink`, which every sink must pass.
///
///     @Test(arguments: EventSinkRule.all)
///     func keepsTheContract(rule: EventSinkRule) async throws {
///       try await rule.verify { EventSinkFixture(sink: …, received: { … }) }
///     }
public struct EventSinkRule: Sendable, CustomStringConvertible {
  /// What a sink that keeps the rule does.
  public let name: String

  private let body: @Sendable (EventSinkTrial) async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (EventSinkTrial) async throws -> Void) {
    self.name = name
    self.body = body
  }

  /// The name.
  public var description: String { name }

  /// All the rules.
  public static let all: [EventSinkRule] = deliveries + failures

  /// Checks that a sink keeps this rule.
  ///
  /// A rule that needs a far end that fails or stalls is skipped when the fixture cannot provide one.
  ///
  /// - Parameter make: makes a new sink with a far end of its own.
  /// - Throws: ``RuleViolation`` when the rule is broken.
  public func verify(_ make: @Sendable () async throws -> EventSinkFixture) async throws(RuleViolation) {
    try await RuleViolation.reporting(name) {
      try await body(EventSinkTrial(rule: name, fixture: try await make()))
    }
  }
}
