import Locking

/// The imperative shell around the machine: feeds it inputs one at a time and performs its effects in order.
///
/// The way of an input: the time and the wire format's obstacle are read; under the lock the machine takes them and the
/// new snapshot is published, so that reads are new when the caller goes on (T5); the effects are then performed on the
/// client's own queue. Store calls have a queue of their own, so that nothing waits for a slow disk. No lock is held
/// while a port, a listener, a completion or the diagnostics handler runs.
final class Engine: Sendable {
  /// Something to be performed on the client's queue.
  enum Step: Sendable {
    case effect(Effect)
    case arm(Uptime?)
  }

  struct State: Sendable {
    var machine: Machine
    var steps: [Step]
    var isPerforming = false
    var armedWake: Uptime?
    var timer: Task<Void, Never>?
    var requests: [RequestID: Task<Void, Never>] = [:]
    var completions: [RefreshToken: RefreshCompletion] = [:]
    var reports: [DeliveryID: ImpressionReport] = [:]
    var activity = Activity()
    var lastNumber: UInt64 = 0
  }

  typealias RefreshCompletion = @Sendable (Result<RefreshOutcome, FeatureFlagsError>) -> Void
  typealias ImpressionReport = @Sendable (Result<ImpressionOutcome, EventSinkError>) -> Void

  let adapters: Adapters
  let publisher: SnapshotPublisher
  let listeners = ListenerList()
  let streams = UpdateStreams()
  let deviceID: String

  let state: Locked<State>
  let queue = WorkQueue(label: "feature-flags.client")
  let storeQueue = WorkQueue(label: "feature-flags.store")
  let mailbox = MainMailbox()
  let deliveries: DeliveryLine

  init(
    configuration: FeatureFlagsClient.Configuration, adapters: Adapters, jitterSeed: UInt64
  ) throws(ConfigurationError) {
    try configuration.validate()
    let saved = SavedState(store: adapters.store, configuration: configuration)
    let settings = Machine.Settings(
      applicationCode: configuration.applicationCode, deviceID: saved.deviceID, app: configuration.app,
      isAppExtension: configuration.isAppExtension, isThrottlingDisabled: configuration.isThrottlingDisabled,
      jitterSeed: jitterSeed)
    let userID = configuration.userID.flatMap(UserID.trimmed)
    let machine = Machine(
      settings: settings, userID: userID ?? saved.deviceID, stored: saved.record,
      isCommunicationAllowed: !saved.isCommunicationStopped, at: adapters.clock.now())
    var diagnostics = saved.diagnostics
    if configuration.userID != nil, userID == nil { diagnostics.append(.blankUserID) }

    self.adapters = adapters
    deviceID = saved.deviceID
    publisher = SnapshotPublisher(machine.snapshot, clock: adapters.clock)
    let steps = diagnostics.map { Step.effect(.diagnose($0)) }
    state = Locked(State(machine: machine, steps: steps))
    deliveries = DeliveryLine(sink: adapters.eventSink)
    arm()
    repair(saved.repairs)
  }

  /// Gives `input` to the machine; when it returns, reads see what came of it.
  func send(_ input: Input) {
    send(registering: { _ in input })
  }

  /// Asks for flags; `completion` is called exactly once, on the client's queue.
  func refresh(_ completion: @escaping RefreshCompletion) -> RefreshToken {
    let token = RefreshToken(number: nextNumber())
    send(registering: { state in
      state.completions[token] = completion
      return .refreshRequested(token)
    })
    return token
  }

  /// Ends the waiting of one caller; the request goes on for the others.
  func cancelRefresh(_ token: RefreshToken) {
    let completion = state.withLock { $0.completions.removeValue(forKey: token) }
    completion?(.failure(.waitingWasCancelled))
  }

  /// Logs an impression with the identity and time of now (I5), and reports how it ended.
  func logImpression(_ key: String, _ report: ImpressionReport?) {
    let id = DeliveryID(number: nextNumber())
    send(registering: { state in
      state.reports[id] = report
      return .impressionLogged(key, id)
    })
  }

  func shutDown() {
    send(.shutDown)
    streams.finish()
  }

  func send(registering input: (inout State) -> Input) {
    let surroundings = Surroundings(time: adapters.clock.now(), obstacle: adapters.wireFormat.obstacle)
    let mustStart = state.withLock { state in
      let input = input(&state)
      if case .timePassed = input { state.armedWake = nil }
      let effects = state.machine.handle(input, in: surroundings)
      publisher.publish(state.machine.snapshot, loggedIn: state.machine.ledgerEpoch)
      if case .impressionLogged(let key, _) = input, state.machine.hasLogged(key) {
        publisher.noteLogged(key, in: state.machine.ledgerEpoch)
      }
      for effect in effects { plan(effect, &state) }
      return Self.armIfNeeded(&state)
    }
    if mustStart { startPerforming() } else { resumeSettled() }
  }

  /// Plans `effect`, unless nobody would notice it: callers that are faster than the queue must not pile up steps.
  private func plan(_ effect: Effect, _ state: inout State) {
    switch effect {
    case .report(let id, _) where state.reports[id] == nil: return
    case .diagnose where adapters.diagnostics == nil: return
    case .diagnose(let new) where new.code == .impressionDropped:
      // The later count includes the earlier.
      if case .effect(.diagnose(let last))? = state.steps.last, last.code == new.code { state.steps.removeLast() }
    default: break
    }
    state.steps.append(.effect(effect))
  }

  func nextNumber() -> UInt64 {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  var isShutDown: Bool { state.withLock { $0.machine.isShutDown } }

  /// What the machine holds, for `status`.
  func withMachine<Result: Sendable>(_ body: @Sendable (Machine) -> Result) -> Result {
    state.withLock { body($0.machine) }
  }
}

extension Diagnostic {
  static let blankUserID = Diagnostic(.warning, .userIDIgnored, "a blank User ID was ignored")
}

extension FeatureFlagsError {
  static let waitingWasCancelled = FeatureFlagsError(
    code: 0, reason: .transport, message: "the task that waited was cancelled", transportReason: .cancelled)
}
