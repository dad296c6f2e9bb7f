import FeatureFlags

/// What steps come to.
extension World {
  /// Begins `step`.
  mutating func begin(_ step: Step) {
    if lateSteps > 0 { lateSteps -= 1 }
    switch step {
    case .read:
      count(.read)
      act(.look)
    case .refresh(let number):
      count(number > 1 ? .severalRefreshes : .refresh)
      if openRequest != nil { count(.refreshInFlight) }
      for _ in 0..<number { act(.refresh(token: nextNumber())) }
    case .setUser(let index): setUser(Catalogue.users[index])
    case .setSameUser(let isBlank):
      count(isBlank ? .blankUser : .sameUser)
      act(isBlank ? .setBlankUser : .setUser(model.user))
    case .becomeActive: act(.becomeActive, .becomeActive)
    case .enterBackground: act(.enterBackground, .enterBackground)
    case .registerForPush: act(.registerForPush, .pushRegistration)
    case .logImpression(let key): act(.logImpression(id: nextNumber(), key: key), .impression)
    case .clear: act(.clear, .clear)
    case .stopCommunication: act(.communicate(false), .communicationStopped)
    case .startCommunication: act(.communicate(true), .communicationStarted)
    case .configure(let isBlocked):
      act(.configure(isBlocked: isBlocked), isBlocked ? .endpointUnusable : .configurationChanged)
    case .shutDown: act(.shutDown, .shutDown)
    case .restart(let user, let isKilled): restart(as: user.map { Catalogue.users[$0] }, isKilled: isKilled)
    case .reboot(let downtime): reboot(downtime)
    case .advance, .advanceTo, .suspend, .skew: beginMove(step)
    case .answer, .answerLate, .answerTwice: beginAnswer(step)
    case .changeServer(let user, let key, let change):
      count(change == .noPlan ? .serverWithoutFlags : .serverChange)
      server.change(user: user, key: key, change)
    case .failStoreChanges, .failStoreReads, .delayStore, .damageRecord, .failSink, .holdSink: beginFault(step)
    }
  }

  mutating func act(_ stimulus: Stimulus, _ exercise: Exercise? = nil) {
    if let exercise { count(exercise) }
    plan.append(.stimulus(stimulus))
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private mutating func setUser(_ user: String) {
    count(user == model.user ? .sameUser : openRequest == nil ? .userSwitch : .userSwitchInFlight)
    if user != model.user, sent.values.contains(where: { $0.user == user }) { count(.userBack) }
    act(.setUser(user))
  }

  /// Ends the process; one that is not killed shuts down and lets the store finish.
  private mutating func stopProcess(isKilled: Bool) {
    if isKilled, !setup.usesClient {
      count(.killed)
      if openRequest != nil { count(.killedInFlight) }
      if !model.diskQueue.isEmpty { count(.writeLostInKill) }
    } else {
      act(.shutDown, .restart)
      for _ in model.diskQueue.indices { if let work = nextStoreWork() { act(work) } }
    }
    act(.kill)
  }

  mutating func restart(as user: String?, isKilled: Bool) {
    lateSteps = 0
    stopProcess(isKilled: isKilled)
    if storeReadsFail { count(.storeReadFailed) }
    act(.start(userID: user ?? model.user, readsFail: storeReadsFail))
    storeReadsFail = false
  }

  private mutating func reboot(_ downtime: Int64) {
    count(.reboot)
    stopProcess(isKilled: true)
    boots += 1
    plan.append(
      .move(
        ClockReading(
          wall: now.wall + Nanoseconds(downtime), uptime: Uptime(nanoseconds: Span.minute),
          bootID: setup.hasBootID ? "boot-\(boots)" : nil)))
    act(.start(userID: model.user, readsFail: storeReadsFail))
    storeReadsFail = false
  }

  private mutating func beginMove(_ step: Step) {
    switch step {
    case .advance(let span):
      lateSteps = 0
      count(.advance)
      target = now.uptime.nanoseconds + span
    case .advanceTo(let boundary, let offset):
      lateSteps = 0
      guard let moment = model.moment(of: boundary), moment + offset > now.uptime.nanoseconds else { return }
      count(.clockBoundary)
      target = moment + offset
    case .suspend(let span, let wakesLate):
      count(wakesLate ? .lateWake : .suspend)
      if wakesLate { lateSteps = 2 }
      plan.append(.move(moved(by: span)))
    case .skew(let span):
      count(span < 0 ? .skewBack : .skewForward)
      var reading = now
      reading.wall = reading.wall + Nanoseconds(span)
      plan.append(.move(reading))
    default: break
    }
  }

  private mutating func beginAnswer(_ step: Step) {
    switch step {
    case .answer(let reply):
      guard let number = openRequest else { return }
      let answer = answer(number, reply)
      count(reply, answer)
      act(answer)
    case .answerLate(let reply):
      guard let number = abandonedRequests.last else { return }
      count(.lateAnswer)
      abandonedRequests.removeLast()
      act(answer(number, reply))
    case .answerTwice(let reply):
      guard let number = endedRequests.last, !setup.usesClient else { return }
      count(.doubledAnswer)
      act(answer(number, reply))
    default: break
    }
  }

  private mutating func count(_ reply: Reply, _ stimulus: Stimulus) {
    guard case .answer(_, let answer) = stimulus else { return }
    switch reply {
    case .flags: count(answer == .notModified ? .notModifiedAnswer : .flagsAnswer)
    case .flagsAndAnOddOne: count(.oddFlag)
    case .partial: count(.partialAnswer)
    case .notModified: count(.unfittingNotModified)
    case .garbage: count(.garbage)
    case .status(401, _), .status(403, _): count(.unauthorized)
    case .status(_, let wait): count(wait == nil ? .otherStatus : .retryAfter)
    case .lost: count(.lostAnswer)
    case .notSent: count(.notSent)
    }
  }

  private mutating func beginFault(_ step: Step) {
    switch step {
    case .failStoreChanges(let number): storeFailures = number
    case .failStoreReads: storeReadsFail = true
    case .damageRecord:
      guard model.disk != nil, !model.diskIsDamaged else { return }
      act(.damageRecord, .damagedRecord)
    case .failSink(let number): sinkFailures = number
    case .delayStore(let isSlow):
      guard !setup.usesClient else { return }
      storeIsSlow = isSlow
      if isSlow { count(.slowStore) }
    case .holdSink(let isHeld):
      guard !setup.usesClient else { return }
      sinkIsHeld = isHeld
      if isHeld { count(.sinkHeld) }
    default: break
    }
  }
}

extension Model {
  /// When `boundary` is; nil while there is none.
  func moment(of boundary: Boundary) -> Int64? {
    switch boundary {
    case .window: windowStart.map { $0 + 5 * Span.minute }
    case .interval: nextInterval
    case .sessionGap: if case .background(let since) = appState { since + 30 * Span.minute } else { nil }
    case .expiry: record?.expiry
    case .overlayExpiry: overlay.map(\.expiry).min()
    case .pause: pause?.until
    case .renewal: knownOnDisk.map { $0.received + 5 * Span.minute }
    }
  }
}
