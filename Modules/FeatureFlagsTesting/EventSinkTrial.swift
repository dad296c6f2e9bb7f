import FeatureFlags

/// What the body of an ``EventSinkRule`` works with.
struct EventSinkTrial: Sendable {
  var rule: String
  var fixture: EventSinkFixture

  func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws(RuleViolation) {
    try RuleViolation.unless(condition, rule, message())
  }

  /// Checks that the far end has taken exactly `events`, in order.
  func expectReceived(_ events: [Ports.Event], _ occasion: String) throws {
    let received = try fixture.received()
    let expected = events.map { EventSinkFixture.Received($0) }
    try expect(
      received.count == expected.count,
      "\(occasion), the far end has \(received.count) events instead of \(expected.count)")
    for (index, pair) in zip(received, expected).enumerated() {
      try expect(pair.0 == pair.1, "\(occasion), event \(index + 1) came as \(pair.0) instead of \(pair.1)")
    }
  }

  /// An impression that differs from those with another number in all its parts.
  static func event(_ number: Int, attributes: JSONObject? = nil) -> Ports.Event {
    Ports.Event(
      name: "PW_FeatureFlagImpression",
      attributes: attributes ?? [
        "flag_key": .string("flag_\(number)"), "rule_id": .string("r_\(number)"), "enabled": .bool(number % 2 == 0),
      ],
      identity: Identity(applicationCode: "DEMO0-00001", userID: "rule-user-\(number)"),
      deviceID: "6F9619FF-8B86-4D01-B42D-00CF4FC964FF",
      time: WallTime(nanoseconds: 1_234_567_890_999_999_999 + Int64(number) * 1_000_000_000))
  }
}
