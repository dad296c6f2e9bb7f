extension Machine {
  /// T2: asks for flags, unless something holds the request back; answers `token` in every case.
  mutating func refreshExplicitly(_ token: RefreshToken) {
    if let error = refusal {
      complete([token], .failure(error))
    } else if flight != nil {
      flight?.waiters.append(token)
    } else if let pause = schedule.pause(at: now.uptime) {
      complete([token], .failure(pausedError(pause)))
    } else if let until = throttledUntil {
      let outcome = RefreshOutcome(kind: .throttled, throttledUntil: now.wall + until.since(now.uptime))
      complete([token], .success(outcome))
    } else {
      send(isAutomatic: false, waiters: [token])
    }
  }

  /// T1: asks for flags because of what happened; nobody waits for the answer.
  ///
  /// What cannot be sent now is owed where a later moment will do, and left where only a change of configuration helps.
  mutating func refreshAutomatically(inBackground: Bool = false) {
    guard !isShutDown, !settings.isAppExtension else { return }
    if !isCommunicationAllowed {
      owe(Schedule.Owed(notBefore: now.uptime, isRetry: false, mayFireInBackground: inBackground))
    } else if let obstacle {
      diagnose(.warning, .refreshFailed, obstacle.message, values: ["code": "0"])
    } else if let flight, flight.saidPushRegistered == isPushRegistered {
      self.flight?.isAutomatic = true
    } else if flight != nil {
      owe(Schedule.Owed(notBefore: now.uptime, isRetry: false, mayFireInBackground: inBackground))
    } else if schedule.isUnauthorized {
      return
    } else if let pause = schedule.pause(at: now.uptime) {
      owe(Schedule.Owed(notBefore: pause.until, isRetry: false, mayFireInBackground: inBackground))
    } else {
      send(isAutomatic: true, waiters: [])
    }
  }

  /// Why no request may be sent whatever the time is, code 0 (T9, T10, T11, C4); nil when one may.
  var refusal: FeatureFlagsError? {
    if isShutDown { return .clientIsShutDown }
    if settings.isAppExtension { return .isAppExtension }
    if !isCommunicationAllowed { return .communicationIsStopped }
    return obstacle
  }

  /// When the 5-minute window ends, if it holds an explicit refresh back now (T2, T3).
  package var throttledUntil: Uptime? {
    guard !settings.isThrottlingDisabled, let windowStart,
      flags.validRecord(for: identity, at: now.uptime) != nil
    else { return nil }
    let end = windowStart + Rule.throttleWindow
    return now.uptime < end ? end : nil
  }

  private func pausedError(_ pause: Schedule.Pause) -> FeatureFlagsError {
    FeatureFlagsError(
      code: pause.code, reason: .retryAfter,
      message: "the server asked not to be called for another \(secondsLeft(until: pause.until)) s",
      retryAt: pause.untilWall)
  }

  private func secondsLeft(until moment: Uptime) -> Int64 {
    (moment.since(now.uptime) + Nanoseconds(999_999_999)).seconds
  }

  /// Of two refreshes owed the earlier is enough, but it keeps what either of them may do.
  private mutating func owe(_ owed: Schedule.Owed) {
    guard let other = schedule.owed else {
      schedule.owed = owed
      return
    }
    schedule.owed = Schedule.Owed(
      notBefore: min(owed.notBefore, other.notBefore), isRetry: owed.isRetry && other.isRetry,
      mayFireInBackground: owed.mayFireInBackground || other.mayFireInBackground)
  }

  mutating func send(isAutomatic: Bool, waiters: [RefreshToken], withTag: Bool = true) {
    let id = RequestID(number: nextNumber())
    let tag = withTag ? flags.validRecord(for: identity, at: now.uptime)?.entityTag : nil
    flight = Flight(
      id: id, identity: identity, generation: generation, entityTag: tag, isAutomatic: isAutomatic, waiters: waiters,
      saidPushRegistered: isPushRegistered, previousWindowStart: windowStart,
      previousSaidPushRegistered: schedule.saidPushRegistered)
    windowStart = now.uptime
    schedule.saidPushRegistered = isPushRegistered
    // This is the request that was owed; were it kept, a failure would be followed by another at once (T7).
    if isAutomatic { schedule.owed = nil }
    let context = EvaluationContext(
      identity: identity, deviceID: settings.deviceID, app: settings.app, isPushRegistered: isPushRegistered)
    effects.append(.send(FlagsRequest(id: id, context: context, entityTag: tag)))
  }

  /// Gives up the request in flight and fails all that wait for it.
  mutating func abandonFlight(_ error: FeatureFlagsError) {
    guard let flight else { return }
    self.flight = nil
    effects.append(.cancel(flight.id))
    complete(flight.waiters, .failure(error))
  }

  mutating func complete(_ tokens: [RefreshToken], _ result: Result<RefreshOutcome, FeatureFlagsError>) {
    if !tokens.isEmpty { effects.append(.complete(tokens, result)) }
  }

  /// Plans the repetition of an automatic refresh that failed with no valid stored flags (T7).
  mutating func oweRetry() {
    guard flags.validRecord(for: identity, at: now.uptime) == nil, !sessions.isBackground else { return }
    let backoff = now.uptime + schedule.backoff()
    let pause = schedule.pause(at: now.uptime)?.until ?? backoff
    owe(Schedule.Owed(notBefore: max(backoff, pause), isRetry: true, mayFireInBackground: false))
  }
}
