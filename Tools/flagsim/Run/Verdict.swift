/// What a history came to.
struct Verdict: Sendable {
  /// The rule that was broken; nil when none was.
  var violation: Violation?
  var coverage: Coverage
  /// How many stimuli there were.
  var stimuli: Int
}
