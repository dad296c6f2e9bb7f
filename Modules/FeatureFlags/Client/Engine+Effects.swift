import Locking

/// Performing what the machine asks for, in order, on the client's queue.
extension Engine {
  /// Plans the next wake; says whether performing must be started for it or for what else is to be done.
  ///
  /// A timer that is due too early is left to ring, and planned anew then: nearly every refresh moves the next wake a
  /// little later, and a timer that is taken back keeps its memory until it would have rung.
  static func armIfNeeded(_ state: inout State) -> Bool {
    let wake = state.machine.nextWake
    let ringsBefore = if let wake, let armed = state.armedWake { armed <= wake } else { false }
    if wake != state.armedWake, !ringsBefore {
      state.armedWake = wake
      state.steps.append(.arm(wake))
    }
    guard !state.isPerforming, !state.steps.isEmpty else { return false }
    state.isPerforming = true
    state.activity.begin(.work)
    return true
  }

  var armedWake: Uptime? { state.withLock { $0.armedWake } }

  func arm() {
    if state.withLock({ Self.armIfNeeded(&$0) }) { startPerforming() }
  }

  func startPerforming() {
    queue.run { self.performAll() }
  }

  func performAll() {
    while true {
      let steps = state.withLock { state in
        defer { state.steps = [] }
        if state.steps.isEmpty {
          state.isPerforming = false
          state.activity.end(.work)
        }
        return state.steps
      }
      if steps.isEmpty { return resumeSettled() }
      for step in steps {
        switch step {
        case .effect(let effect): perform(effect)
        case .arm(let deadline): startTimer(deadline)
        }
      }
    }
  }

  func perform(_ effect: Effect) {
    switch effect {
    case .send(let request): start(request)
    case .cancel(let id): state.withLock { $0.requests.removeValue(forKey: id) }?.cancel()
    case .writeRecord(let record): write(record)
    case .removeRecord: changeStore { store throws(StoreError) in try store.remove(BlobName.flags) }
    case .writeCommunicationStopped(let isStopped): write(isCommunicationStopped: isStopped)
    case .notify(let update): notify(update)
    case .complete(let tokens, let result): complete(tokens, result)
    case .deliver(let impression): deliver(impression)
    case .cancelDeliveries: deliveries.cancelAll()
    case .report(let id, let result): state.withLock { $0.reports.removeValue(forKey: id) }?(result)
    case .diagnose(let diagnostic): adapters.diagnostics?(diagnostic)
    }
  }

  func startTimer(_ deadline: Uptime?) {
    let clock = adapters.clock
    let timer = deadline.map { deadline in
      Task {
        guard (try? await clock.sleep(until: deadline)) != nil, !Task.isCancelled else { return }
        self.send(.timePassed)
      }
    }
    let previous = state.withLock { state in
      defer { state.timer = timer }
      return state.timer
    }
    previous?.cancel()
  }

  func complete(_ tokens: [RefreshToken], _ result: Result<RefreshOutcome, FeatureFlagsError>) {
    let completions = state.withLock { state in tokens.compactMap { state.completions.removeValue(forKey: $0) } }
    for completion in completions { completion(result) }
  }

  func notify(_ update: FlagsUpdate) {
    let drops = streams.yield(update)
    if drops > 0 {
      adapters.diagnostics?(
        Diagnostic(.warning, .updateDropped, "a change stream is read too slowly", values: ["readers": "\(drops)"]))
    }
    if !listeners.isEmpty {
      callOnMain { [weak self] in
        // C4: what was on its way when the client was shut down calls nobody any more.
        guard let self, !self.isShutDown else { return }
        self.listeners.notifyAll(update)
      }
    }
  }

  /// Runs `body` on the main actor, after all that was posted before (L3).
  func callOnMain(_ body: @escaping @MainActor @Sendable () -> Void) {
    begin(.mainCall)
    mailbox.post {
      body()
      self.end(.mainCall)
    }
  }
}
