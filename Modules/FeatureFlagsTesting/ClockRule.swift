public import FeatureFlags

/// One rule of `Ports.Clock`, which every clock must pass.
///
///     @Test(arguments: ClockRule.all)
///     func keepsTheContract(rule: ClockRule) async throws {
///       try await rule.verify { SystemClock() }
///     }
public struct ClockRule: Sendable, CustomStringConvertible {
  /// What a clock that keeps the rule does.
  public let name: String

  private let body: @Sendable (ClockTrial) async throws -> Void

  init(_ name: String, _ body: @escaping @Sendable (ClockTrial) async throws -> Void) {
    self.name = name
    self.body = body
  }

  /// The name.
  public var description: String { name }

  /// All the rules.
  public static let all: [ClockRule] = readings + sleeping

  /// Checks that a clock keeps this rule.
  ///
  /// - Parameters:
  ///   - reach: moves the clock to the given uptime. By default nothing, for a clock that runs by itself; the rules
  ///     then sleep for a few milliseconds.
  ///   - make: makes a clock.
  /// - Throws: ``RuleViolation`` when the rule is broken.
  public func verify<Clock: Ports.Clock>(
    reach: @escaping @Sendable (Clock, Uptime) throws -> Void = { _, _ in },
    _ make: @Sendable () throws -> Clock
  ) async throws(RuleViolation) {
    try await RuleViolation.reporting(name) {
      let clock = try make()
      try await body(ClockTrial(rule: name, clock: clock, reach: { try reach(clock, $0) }))
    }
  }
}
