/// A setup and the steps that follow: everything that a run depends on.
struct History: Sendable, Hashable {
  var setup: Setup
  var steps: [Step]
}

extension History: CustomStringConvertible {
  /// A line for the setup and one for each step.
  var description: String {
    ["setup: \(setup)"].joined() + steps.enumerated().map { "\n\($0 + 1). \($1)" }.joined()
  }
}
