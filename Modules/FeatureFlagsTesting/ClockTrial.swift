import FeatureFlags

/// What the body of a ``ClockRule`` works with.
struct ClockTrial: Sendable {
  var rule: String
  var clock: any Ports.Clock
  var reach: @Sendable (Uptime) throws -> Void

  func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws(RuleViolation) {
    try RuleViolation.unless(condition, rule, message())
  }
}
