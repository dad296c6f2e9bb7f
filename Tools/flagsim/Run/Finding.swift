/// A violation, and the shortest history found that shows it.
struct Finding: Sendable {
  var seed: UInt64
  var violation: Violation
  var shortest: History

  /// Plays `history` of `seed`, and looks for a shorter one if it breaks a rule.
  static func look(seed: UInt64, _ history: History) async -> (finding: Finding?, verdict: Verdict) {
    let verdict = await Runner.play(history)
    guard let violation = verdict.violation else { return (nil, verdict) }
    // A client that hangs takes its time to be found out, each time.
    let budget = history.setup.usesClient ? violation.rule == .ends ? 10 : 500 : 3000
    var shrinker = Shrinker(budget: budget)
    let shortest = await shrinker.shrink(history) { await Runner.play($0).violation?.rule == violation.rule }
    let last = await Runner.play(shortest).violation ?? violation
    return (Finding(seed: seed, violation: last, shortest: shortest), verdict)
  }
}

extension Finding: CustomStringConvertible {
  var description: String {
    """
    seed \(seed) breaks \(violation.rule.rawValue) at step \(violation.step): \(violation.message)
    shortest history:
    \(shortest)
    """
  }
}
