/// What a contract suite throws when an adapter breaks a rule of its port.
public struct RuleViolation: Error, CustomStringConvertible, Sendable {
  /// The name of the broken rule.
  public let rule: String

  /// What was done, what was expected, and what came instead.
  public let message: String

  /// A violation of the rule named `rule`.
  public init(_ rule: String, _ message: String) {
    self.rule = rule
    self.message = message
  }

  /// The rule's name and what happened.
  public var description: String { "broken rule \"\(rule)\": \(message)" }
}

extension RuleViolation {
  /// Throws a violation of `rule` unless `condition` holds.
  static func unless(
    _ condition: Bool, _ rule: String, _ message: @autoclosure () -> String
  ) throws(RuleViolation) {
    guard condition else { throw RuleViolation(rule, message()) }
  }

  /// Runs the body of `rule`, and reports whatever it throws as a violation of that rule.
  static func reporting(_ rule: String, _ body: () async throws -> Void) async throws(RuleViolation) {
    do {
      try await body()
    } catch let violation as RuleViolation {
      throw violation
    } catch {
      throw RuleViolation(rule, "unexpected error: \(error)")
    }
  }
}
