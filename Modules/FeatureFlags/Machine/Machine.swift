/// Every rule that does not concern threads, as one pure value: inputs in, effects out.
///
/// It does no I/O, holds no lock, starts no task, reads no clock and draws no random number of its own: time and
/// obstacles come in with each input, and jitter comes from a seeded generator. Two machines that are given the same
/// inputs do the same.
package struct Machine: Sendable {
  /// What never changes in the life of a client (C1).
  package struct Settings: Sendable {
    package var applicationCode: String
    package var deviceID: String
    package var app: AppAttributes
    package var isAppExtension: Bool
    package var isThrottlingDisabled: Bool
    package var jitterSeed: UInt64

    package init(
      applicationCode: String, deviceID: String, app: AppAttributes = AppAttributes(), isAppExtension: Bool = false,
      isThrottlingDisabled: Bool = false, jitterSeed: UInt64
    ) {
      self.applicationCode = applicationCode
      self.deviceID = deviceID
      self.app = app
      self.isAppExtension = isAppExtension
      self.isThrottlingDisabled = isThrottlingDisabled
      self.jitterSeed = jitterSeed
    }
  }

  let settings: Settings

  /// Whom flags are read for, and how often that has changed: both travel with each request (T5).
  package internal(set) var identity: Identity
  var generation: UInt64 = 0

  /// What can be read now; the shell publishes it after each input.
  package internal(set) var snapshot = FlagSnapshot.empty

  var flags: HeldFlags
  var flight: Flight?
  var schedule: Schedule
  var sessions = Sessions()
  var impressions = ImpressionLedger()
  var isPushRegistered = false
  var isCommunicationAllowed: Bool
  var isShutDown = false

  /// The start of the 5-minute window (T2); nil when an explicit refresh is not held back.
  var windowStart: Uptime?

  private var lastNumber: UInt64 = 0

  // The input being handled: its surroundings, and the effects so far.
  var now: ClockReading
  var obstacle: FeatureFlagsError?
  var effects: [Effect] = []

  /// A machine as it is when a client is made.
  ///
  /// - Parameter stored: the record of an earlier run, readable at once if it is valid for `userID` (R2).
  package init(
    settings: Settings, userID: String, stored: StoredFlags?, isCommunicationAllowed: Bool, at time: ClockReading
  ) {
    self.settings = settings
    self.isCommunicationAllowed = isCommunicationAllowed
    identity = Identity(applicationCode: settings.applicationCode, userID: userID)
    now = time
    schedule = Schedule(jitter: Jitter(seed: settings.jitterSeed))
    flags = HeldFlags(record: stored, at: time)
    restoreWindow()
    publish()
  }

  /// Takes one input and says what is to be done.
  package mutating func handle(_ input: Input, in surroundings: Surroundings) -> [Effect] {
    take(surroundings)
    switch input {
    case .becameActive: becomeActive()
    case .enteredBackground: enterBackground()
    case .registeredForPush: registerForPush()
    case .userChanged(let userID): changeUser(to: userID)
    case .configurationChanged: schedule.isUnauthorized = false
    case .communicationChanged(let isAllowed): changeCommunication(isAllowed: isAllowed)
    case .refreshRequested(let token): refreshExplicitly(token)
    case .requestEnded(let id, let result): endRequest(id, result)
    case .impressionLogged(let key, let id): logImpression(key, id)
    case .deliveryEnded(let id, let error): endDelivery(id, error)
    case .recordWritten(let receivedAt, let error): endWrite(receivedAt: receivedAt, error)
    case .storedFlagsCleared: clearStoredFlags()
    case .timePassed: passTime()
    case .shutDown: shutDown()
    }
    defer { effects = [] }
    return effects
  }

  /// When ``Input/timePassed`` is next due; nil when nothing waits for the time.
  package var nextWake: Uptime? {
    guard !isShutDown else { return nil }
    var due = flags.nextExpiry
    if sessions.isForeground { due = earlier(due, schedule.nextInterval) }
    if let owed = schedule.owed, mayFire(owed) { due = earlier(due, owed.notBefore) }
    return due
  }

  private func earlier(_ left: Uptime?, _ right: Uptime?) -> Uptime? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }

  /// Times are read outside the shell's lock, so two may come in the wrong order: uptime never goes back here.
  private mutating func take(_ surroundings: Surroundings) {
    let uptime = max(now.uptime, surroundings.time.uptime)
    now = surroundings.time
    now.uptime = uptime
    obstacle = surroundings.obstacle
  }

  mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  mutating func diagnose(
    _ level: Diagnostic.Level, _ code: Diagnostic.Code, _ message: String, values: [String: String] = [:]
  ) {
    effects.append(.diagnose(Diagnostic(level, code, message, values: values)))
  }

  /// Makes what is held readable for the identity of now.
  mutating func publish() {
    snapshot = flags.snapshot(for: identity)
  }

  /// After a restart the window starts with the stored answer's time (T2).
  mutating func restoreWindow() {
    windowStart = flags.validRecord(for: identity, at: now.uptime).flatMap { record in
      now.age(of: record.receivedAt).map { now.uptime - $0 }
    }
  }
}

extension Machine {
  /// True while the answer to this request would still be applied.
  package func isInFlight(_ id: RequestID) -> Bool { flight?.id == id }

  /// The time of receipt of what is stored and valid, and when it expires, for `status`; nil when there is none.
  package var storedAt: (received: Uptime, expiry: Uptime)? {
    guard flags.validRecord(for: identity, at: now.uptime) != nil, let expiry = flags.expiry else { return nil }
    return (expiry - Rule.lifetime, expiry)
  }

  /// The number of the session, from 1; 0 before the first (N1).
  package var session: Int { sessions.number }
}
