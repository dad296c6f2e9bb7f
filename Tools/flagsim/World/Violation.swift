/// A rule that was broken.
struct Violation: Error, Sendable, Hashable {
  /// The rule.
  var rule: RuleNumber
  /// What was seen and what should have been, in one line.
  var message: String
  /// The step at which it was noticed, from 1; one above the last for the time after it.
  var step = 0
}

extension Violation: CustomStringConvertible {
  var description: String { "\(rule.rawValue): \(message)" }
}
