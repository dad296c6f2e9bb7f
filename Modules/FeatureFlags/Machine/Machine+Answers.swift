extension Machine {
  /// Takes the end of a request; one that is no longer in flight, or was for another identity, is dropped whole (T5).
  mutating func endRequest(_ id: RequestID, _ result: Result<EvaluationAnswer, RequestFailure>) {
    guard let flight, flight.id == id, flight.generation == generation, flight.identity == identity else { return }
    self.flight = nil
    switch result {
    case .success(.evaluation(let evaluation)): take(evaluation, for: flight)
    case .success(.notModified): takeNotModified(flight)
    case .failure(let failure): take(failure, for: flight)
    }
    fireWhatIsDue()
  }

  private mutating func take(_ evaluation: Evaluation, for flight: Flight) {
    for dropped in evaluation.droppedFlags {
      diagnose(
        .warning, .flagDropped, "flags[\(dropped.index)] \(dropped.problem)", values: ["index": "\(dropped.index)"])
    }
    let before = snapshot
    if evaluation.isPartial {
      // A partial answer starts no window: the next refresh goes to the server (S4, T2).
      windowStart = nil
      flags.overlay(evaluation.flags, receivedAt: now.uptime)
    } else {
      store(
        StoredFlags(
          identity: flight.identity, receivedAt: now, entityTag: evaluation.entityTag, flags: evaluation.flags))
    }
    succeed(flight, changedFrom: before, isPartial: evaluation.isPartial)
  }

  /// 304: what is stored is as good as new, and any overlay is out of date.
  private mutating func takeNotModified(_ flight: Flight) {
    guard let tag = flight.entityTag else {
      let error = FeatureFlagsError(
        code: 304, reason: .httpStatus, message: "HTTP 304, though nothing is stored that could be unchanged")
      return take(RequestFailure(error), for: flight)
    }
    guard var record = flags.record, record.identity == flight.identity, record.entityTag == tag else {
      // What the tag stood for is gone by now: ask again, this time for the flags themselves.
      return send(isAutomatic: flight.isAutomatic, waiters: flight.waiters, withTag: false)
    }
    let before = snapshot
    record.receivedAt = now
    store(record)
    succeed(flight, changedFrom: before, isPartial: false)
  }

  private mutating func store(_ record: StoredFlags) {
    if flags.replace(with: record) { effects.append(.writeRecord(record)) }
  }

  private mutating func succeed(_ flight: Flight, changedFrom before: FlagSnapshot, isPartial: Bool) {
    // What a change of push registration owes is asked for after this answer, which does not know of it.
    let owesPush = flight.saidPushRegistered != isPushRegistered
    schedule.succeed()
    if owesPush {
      schedule.owed = Schedule.Owed(notBefore: now.uptime, isRetry: false, mayFireInBackground: false)
    }
    publish()
    let changed = before.changedKeys(to: snapshot, at: now.uptime)
    diagnose(
      .info, .refreshSucceeded, "\(snapshot.entries.count) flags, \(changed.count) changed",
      values: ["flags": "\(snapshot.entries.count)", "changed": "\(changed.count)", "partial": "\(isPartial)"])
    if !changed.isEmpty { effects.append(.notify(FlagsUpdate(changedKeys: changed))) }
    let kind: RefreshOutcome.Kind = isPartial ? .partial : changed.isEmpty ? .unchanged : .updated
    complete(flight.waiters, .success(RefreshOutcome(kind: kind, changedKeys: changed)))
  }

  /// E1: what was readable stays readable; the failure is reported and, where the rules say so, tried again.
  private mutating func take(_ failure: RequestFailure, for flight: Flight) {
    var error = failure.error
    if !failure.wasSent {
      windowStart = flight.previousWindowStart
      schedule.saidPushRegistered = flight.previousSaidPushRegistered
    }
    if error.code == 401 || error.code == 403 { schedule.isUnauthorized = true }
    if let wait = failure.retryAfter, error.code == 429 || error.code == 503 {
      let pause = min(wait, Rule.retryAfterCap)
      let until = now.wall + pause
      schedule.pause = Schedule.Pause(until: now.uptime + pause, untilWall: until, code: error.code)
      error.retryAt = until
    }
    if flight.isAutomatic, error.isRetriable { oweRetry() }
    diagnose(.warning, .refreshFailed, error.message, values: ["code": "\(error.code)"])
    complete(flight.waiters, .failure(error))
  }

  /// S6: what the store did not take is written with the next answer, changed or not.
  mutating func endWrite(receivedAt: Uptime, _ error: StoreError?) {
    if let error {
      flags.receivedAtOnDisk = nil
      diagnose(.error, .storeWriteFailed, error.message)
    } else if flags.record?.receivedAt.uptime == receivedAt {
      flags.receivedAtOnDisk = receivedAt
    }
  }
}
