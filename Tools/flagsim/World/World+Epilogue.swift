import FeatureFlags

/// What follows every history: the faults stop, and the client must come to what the server has.
extension World {
  /// How many parts the epilogue has.
  static let epilogueParts = 3

  /// Begins one part of it.
  mutating func beginEpilogue(_ part: Int) {
    switch part {
    case 0:
      (storeFailures, sinkFailures, lateSteps) = (0, 0, 0)
      (storeIsSlow, sinkIsHeld, storeReadsFail) = (false, false, false)
      if model.isShutDown { restart(as: nil, isKilled: false) }
      act(.configure(isBlocked: false))
      act(.communicate(true))
      act(.becomeActive)
      answersAtOnce = true
    case 1:
      // An hour to the next refresh, and one more that a server may have asked not to be called in.
      target = now.uptime.nanoseconds + 2 * Span.hour
    default:
      isOver = true
      act(.shutDown)
      act(.kill)
      act(.start(userID: model.user, readsFail: false))
    }
  }

  /// What is still wrong when a part of the epilogue is through.
  mutating func verifyEpilogue(_ part: Int) throws(Violation) {
    guard part == 1 else { return }
    model.cite(.converges)
    if !waitingTokens.isEmpty {
      throw Violation(rule: .ends, message: "refreshes \(waitingTokens.sorted()) never ended")
    }
    if let number = openRequest { throw Violation(rule: .ends, message: "request \(number) never ended") }
    if !model.underWay.isEmpty {
      throw Violation(rule: .ends, message: "impressions \(model.underWay.keys.sorted()) never ended")
    }
    guard !setup.isAppExtension else { return }
    let wanted = server.flags(of: model.user).sorted { Model.isBefore($0.key, $1.key) }
    if model.readable() != wanted {
      throw Violation(
        rule: .converges, message: "reads give \(Self.text(model.readable())), the server has \(Self.text(wanted))")
    }
  }
}
