/// Where in a history a run is, and how it stands.
struct Progress {
  private let history: History
  private let log: ((String) -> Void)?
  /// 0 before the first step; beyond the steps come the parts of the epilogue.
  private var position = -1
  private var violation: Violation?
  private var stimuli = 0

  init(_ history: History, _ log: ((String) -> Void)?) {
    self.history = history
    self.log = log
  }

  /// Begins what comes next in `world`; false when nothing does.
  mutating func advance(_ world: inout World) -> Bool {
    let part = position - history.steps.count - 1
    if part >= 0 {
      do throws(Violation) {
        try world.verifyEpilogue(part)
      } catch {
        note(error)
      }
    }
    guard violation == nil else { return false }
    position += 1
    // Position 0 is the start of the first process, which the world has planned itself.
    guard position > 0 else { return true }
    if position <= history.steps.count {
      log?("\(position). \(history.steps[position - 1])")
      world.begin(history.steps[position - 1])
      return true
    }
    let next = position - history.steps.count - 1
    guard next < World.epilogueParts else { return false }
    log?("epilogue \(next + 1)")
    world.beginEpilogue(next)
    return true
  }

  /// Judges what was seen; true when it is a violation.
  mutating func judge(_ stimulus: Stimulus, _ seen: Observed, _ world: inout World) -> Bool {
    stimuli += 1
    if let log {
      log("   \(stimulus)")
      for event in seen.events { log("     -> \(event)") }
    }
    do throws(Violation) {
      try world.check(stimulus, seen)
      return false
    } catch {
      note(error)
      return true
    }
  }

  private mutating func note(_ error: Violation) {
    violation = error
    violation?.step = min(max(position, 1), history.steps.count + 1)
  }

  func verdict(_ world: World) -> Verdict {
    Verdict(violation: violation, coverage: world.model.coverage, stimuli: stimuli)
  }
}
