import FeatureFlags
import Locking

/// The whole client on simulated ports, driven one stimulus at a time: each is settled before the next.
///
/// Everything runs on the client's own threads, and yet every run is the same: nothing is looked at before the client
/// has done all it can, and the only thing it may wait for is an answer that the history holds back.
final class ClientSubject: Sendable {
  private let setup: Setup
  private let log = EventLog()
  private let clock = SimClock()
  private let wire = SimWireFormat()
  private let store: SimStore
  private let sink: SimSink
  private let transport: SimTransport
  private let client = Locked<FeatureFlagsClient?>(nil)
  private let listener = Locked<SimListener?>(nil)
  private let stream = Locked(StreamWatch())

  init(setup: Setup) {
    self.setup = setup
    store = SimStore(log: log)
    sink = SimSink(log: log)
    transport = SimTransport(log: log)
  }

  /// Lets `stimulus` happen at `time`; says what was done once nothing more is.
  func take(_ stimulus: Stimulus, at time: ClockReading, faults: Faults) async -> Observed {
    clock.set(time)
    store.fail(faults.store)
    sink.failures.withLock { $0 = faults.sink }
    var seen = Observed()
    do {
      try await act(stimulus)
    } catch {
      seen.trouble = "the client cannot be made: \(error)"
    }
    // Moving the clock wakes nobody here, and a damaged record is noticed by the next process.
    let needsSettling =
      switch stimulus {
      case .move, .look, .damageRecord, .storeWorked, .sinkEnded: false
      default: true
      }
    if needsSettling { seen.trouble = await settle() ?? seen.trouble }
    seen.events = Self.inOrder(log.drain())
    if let client = current {
      seen.readable = client.allFlags
      seen.byKey = Catalogue.keys.map { client.get($0) }
      seen.nextWake = client.nextWake?.nanoseconds
      seen.stream = stream.withLock { stream in
        defer { stream.updates = [] }
        return (stream.updates, stream.hasEnded)
      }
      for (key, flag) in zip(Catalogue.keys, seen.byKey)
      where client.isEnabled(key, default: true) != flag?.isEnabled ?? true {
        seen.trouble = "isEnabled and get differ for \(key)"
      }
    }
    return seen
  }

  /// Ends what is left of the last client.
  func end() async {
    current?.shutdown()
    transport.endAll()
    _ = await settle()
    client.withLock { $0 = nil }
  }

  /// What came from one thread stays in its order; what came from several is put into one that is always the same.
  private static func inOrder(_ events: [Observation]) -> [Observation] {
    (0...4).flatMap { rank in events.filter { $0.rank == rank } }
  }

  private var current: FeatureFlagsClient? { client.withLock { $0 } }

  private func act(_ stimulus: Stimulus) async throws {
    switch stimulus {
    case .start(let userID, let readsFail): try await start(userID, readsFail)
    case .kill:
      client.withLock { $0 = nil }
      // What the dead client still waits for comes too late for it, and must do nothing.
      transport.endAll()
    case .shutDown: current?.shutdown()
    case .move, .look, .storeWorked, .sinkEnded: break
    case .wake: clock.fire()
    case .becomeActive: current?.didBecomeActive()
    case .enterBackground: current?.didEnterBackground()
    case .registerForPush: current?.didRegisterForPush()
    // C3: white space around a User ID does not count.
    case .setUser(let userID): current?.setUserID(" \(userID)\n")
    case .setBlankUser: current?.setUserID(" \t")
    case .configure(let isBlocked):
      wire.isBlocked.withLock { $0 = isBlocked }
      current?.configurationDidChange()
    case .communicate(let isAllowed):
      if isAllowed { current?.startServerCommunication() } else { current?.stopServerCommunication() }
    case .clear: current?.clearStoredFlags()
    case .refresh(let token): refresh(token)
    case .logImpression(_, let key): current?.logImpression(Catalogue.keys[key])
    case .answer(let number, let answer): transport.end(number, SimWireFormat.result(of: answer))
    case .damageRecord: store.damage(BlobName.flags)
    }
  }

  private func start(_ userID: String, _ readsFail: Bool) async throws {
    store.failReads(readsFail)
    let log = log
    let client = try FeatureFlagsClient(
      configuration: .init(
        applicationCode: Catalogue.applicationCode, userID: userID, deviceID: Catalogue.deviceID,
        isAppExtension: setup.isAppExtension, isThrottlingDisabled: setup.isThrottlingDisabled,
        isCommunicationStoppedInitially: setup.isStoppedInitially),
      adapters: Adapters(
        wireFormat: wire, transport: transport, store: store, clock: clock, eventSink: sink,
        diagnostics: { log.add(.diagnosed($0)) }), jitterSeed: setup.jitterSeed)
    let stream = stream
    let changes = client.changes
    let number = stream.withLock { stream in
      stream = StreamWatch(number: stream.number + 1)
      return stream.number
    }
    Task {
      for await update in changes { stream.withLock { $0.take(update, number) } }
      stream.withLock { $0.end(number) }
    }
    let listener = await SimListener { [weak client] keys in
      stream.withLock { $0.notified += 1 }
      log.add(.notified(keys, readable: client?.allFlags ?? []))
    }
    client.addUpdateListener(listener)
    self.listener.withLock { $0 = listener }
    self.client.withLock { $0 = client }
  }

  private func refresh(_ token: Int) {
    guard let client = current else { return }
    let log = log
    client.refresh { [weak client] error in
      let ending = error.map { Ending($0) } ?? .success(kind: nil, keys: [], until: nil)
      log.add(.completed(token: token, ending, readable: client?.allFlags ?? []))
    }
  }

  /// Waits until the client has nothing to do but to wait for held answers and for its timer.
  ///
  /// - Returns: what is wrong when that never happens.
  private func settle() async -> String? {
    guard let client = current else { return nil }
    let start = ContinuousClock.now
    var rounds = 0
    while true {
      let backlog = client.backlog
      let heldCount = transport.heldCount
      let timers = client.armedWake.map { [$0.nanoseconds] } ?? []
      let isShutDown = client.isShutDown
      let hasStreamed = stream.withLock { $0.hasCaughtUp && $0.hasEnded == isShutDown }
      let isIdle =
        backlog.work == heldCount && backlog.mainCalls == 0 && clock.deadlines == timers && hasStreamed
      if isIdle, client.backlog == backlog { return nil }
      rounds += 1
      if rounds.isMultiple(of: 1000), ContinuousClock.now - start > .seconds(10) {
        return "the client never settles: \(backlog), \(transport.heldCount) requests held"
      }
      await Task.yield()
      yieldThread()
    }
  }
}

extension Observation {
  /// Requests, then what the client's queue says, the main actor's calls, the sink, the store.
  fileprivate var rank: Int {
    switch self {
    case .sent, .cancelled: 0
    case .diagnosed: 1
    case .notified, .completed: 2
    case .delivering, .reported: 3
    case .disk: 4
    }
  }
}
