import FeatureFlags

/// The machine in a shell of the simplest kind: one thread, one input after the other, everything in reach.
struct MachineSubject {
  private enum StoreWork {
    case write(StoredFlags)
    case remove
    case setAside
    case writeSwitch(Bool)
  }

  private let setup: Setup
  private var machine: Machine?

  // What the store holds, in the bytes that real stores are given.
  private var recordBytes: [UInt8]?
  private var isStopped: Bool?
  private var storeQueue: [StoreWork] = []

  private var isBlocked = false
  private var lastRequest = 0
  private var requests: [Int: RequestID] = [:]
  private var requestNumbers: [RequestID: Int] = [:]
  private var tokens: [RefreshToken: Int] = [:]
  private var impressions: [DeliveryID: Int] = [:]
  private var now = ClockReading(wall: WallTime(nanoseconds: 0), uptime: Uptime(nanoseconds: 0), bootID: nil)
  private var seen = Observed()

  init(setup: Setup) {
    self.setup = setup
  }

  /// Lets `stimulus` happen at `time`; says what was done.
  mutating func take(_ stimulus: Stimulus, at time: ClockReading) -> Observed {
    now = time
    seen = Observed()
    switch stimulus {
    case .start(let userID, let readsFail): start(userID, readsFail)
    case .kill:
      machine = nil
      storeQueue = []
      requests = [:]
      requestNumbers = [:]
      tokens = [:]
      impressions = [:]
    case .shutDown: send(.shutDown)
    case .move, .look, .setBlankUser: break
    case .wake: send(.timePassed)
    case .becomeActive: send(.becameActive)
    case .enterBackground: send(.enteredBackground)
    case .registerForPush: send(.registeredForPush)
    case .setUser(let userID): send(.userChanged(userID))
    case .configure(let isBlocked):
      self.isBlocked = isBlocked
      send(.configurationChanged)
    case .communicate(let isAllowed): send(.communicationChanged(isAllowed: isAllowed))
    case .clear: send(.storedFlagsCleared)
    case .refresh(let number):
      let token = RefreshToken(number: UInt64(number))
      tokens[token] = number
      send(.refreshRequested(token))
    case .logImpression(let number, let key):
      let id = DeliveryID(number: UInt64(number))
      impressions[id] = number
      send(.impressionLogged(Catalogue.keys[key], id))
    case .answer(let number, let answer):
      if let id = requests[number] { send(.requestEnded(id, answer.result)) }
    case .storeWorked(let fails): workStore(fails: fails)
    case .sinkEnded(let number, let fails):
      send(.deliveryEnded(DeliveryID(number: UInt64(number)), fails ? EventSinkError("scripted") : nil))
    case .damageRecord:
      if let count = recordBytes?.count, count > 0 { recordBytes?[count / 2] ^= 1 }
    }
    look()
    return seen
  }

  private mutating func start(_ userID: String, _ readsFail: Bool) {
    var stored: StoredFlags?
    var mustSetAside = false
    if !readsFail, let recordBytes {
      stored = try? RecordCoding.decode(recordBytes)
      mustSetAside = stored == nil
    }
    let isStopped = (readsFail ? nil : isStopped) ?? setup.isStoppedInitially
    machine = Machine(
      settings: Machine.Settings(
        applicationCode: Catalogue.applicationCode, deviceID: Catalogue.deviceID,
        isAppExtension: setup.isAppExtension, isThrottlingDisabled: setup.isThrottlingDisabled,
        jitterSeed: setup.jitterSeed),
      userID: userID, stored: stored, isCommunicationAllowed: !isStopped, at: now)
    if mustSetAside { ask(.setAside, .setAside) }
  }

  private mutating func send(_ input: Input) {
    guard machine != nil else { return }
    let obstacle =
      isBlocked ? FeatureFlagsError(code: 0, reason: .endpoint, message: "the endpoint is not usable") : nil
    let effects = machine?.handle(input, in: Surroundings(time: now, obstacle: obstacle)) ?? []
    for effect in effects { perform(effect) }
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .send(let request):
      lastRequest += 1
      requests[lastRequest] = request.id
      requestNumbers[request.id] = lastRequest
      seen.events.append(
        .sent(
          request: lastRequest, user: request.context.identity.userID, tag: request.entityTag,
          saysPush: request.context.isPushRegistered))
    case .cancel(let id): seen.events.append(.cancelled(request: requestNumbers[id] ?? 0))
    case .writeRecord(let record): ask(.write(record), .write(DiskRecord(record)))
    case .removeRecord: ask(.remove, .remove)
    case .writeCommunicationStopped(let isStopped): ask(.writeSwitch(isStopped), .writeSwitch(isStopped: isStopped))
    case .notify(let update): seen.events.append(.notified(update.changedKeys, readable: readable))
    case .complete(let ended, let result):
      for token in ended {
        seen.events.append(.completed(token: tokens[token] ?? 0, Ending(result), readable: readable))
      }
    case .deliver(let impression): seen.events.append(.delivering(impression.event))
    case .cancelDeliveries: break
    case .report(let id, let result):
      seen.events.append(.reported(id: impressions[id] ?? 0, ImpressionEnding(result)))
    case .diagnose(let diagnostic): seen.events.append(.diagnosed(diagnostic))
    }
  }

  private mutating func ask(_ work: StoreWork, _ operation: DiskOperation) {
    storeQueue.append(work)
    seen.events.append(.disk(operation))
  }

  private mutating func workStore(fails: Bool) {
    guard !storeQueue.isEmpty else { return }
    switch storeQueue.removeFirst() {
    case .write(let record):
      if !fails { recordBytes = RecordCoding.encode(record) }
      send(.recordWritten(receivedAt: record.receivedAt.uptime, fails ? StoreError("scripted") : nil))
    case .remove, .setAside: if !fails { recordBytes = nil }
    case .writeSwitch(let isStopped): if !fails { self.isStopped = isStopped }
    }
  }

  private var readable: [Flag] { machine?.snapshot.flags(at: now.uptime) ?? [] }

  private mutating func look() {
    seen.readable = readable
    guard let machine else { return }
    seen.nextWake = machine.nextWake?.nanoseconds
    let uptime = now.uptime
    seen.byKey = Catalogue.keys.map { machine.snapshot.flag($0) { uptime } }
  }
}
