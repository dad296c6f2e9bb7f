import FeatureFlags

/// What a client must do, written from the numbered rules and from nothing else.
///
/// It shares no code with the machine. Where chance has a say (the wait before a repetition, T7) it knows the earliest
/// and the latest moment, and learns the real one from the client's own timer.
struct Model: Sendable {
  /// A complete answer as it is held in memory.
  struct Record: Sendable {
    var user: String
    var expiry: Int64
    var tag: String?
    var flags: [Flag]
    var received: ClockReading
  }

  struct Overlaid: Sendable {
    var flag: Flag
    var expiry: Int64
  }

  /// The request in flight.
  struct Request: Sendable {
    var number: Int?
    var tag: String?
    var isAutomatic: Bool
    var tokens: [Int]
    var saysPush: Bool
    var windowBefore: Int64?
    var saidPushBefore: Bool?
  }

  /// An automatic refresh that is still to be sent.
  struct Want: Sendable {
    var earliest: Int64
    var latest: Int64
    var isRepetition = false
    /// A change of user does not wait for the foreground.
    var inBackground = false
  }

  struct Pause: Sendable {
    var until: Int64
    var untilWall: Int64
    var code: Int
  }

  enum AppState: Sendable, Equatable {
    case launched, foreground
    case background(since: Int64)
  }

  /// What tells impressions apart (I2), all in one line of text.
  struct ImpressionKey: Sendable, Hashable {
    var session: Int
    var user: String
    var key: [UInt8]
    var rule: String
    var isEnabled: Bool
  }

  let setup: Setup
  var coverage = Coverage()

  // On the device.
  var disk: DiskRecord?
  var diskIsDamaged = false
  var switchOnDisk: Bool?
  var diskQueue: [DiskOperation] = []

  // In the process.
  var isRunning = false
  var isShutDown = false
  var user = ""
  var record: Record?
  var overlay: [Overlaid] = []
  var request: Request?
  var windowStart: Int64?
  var wants: [Want] = []
  var nextInterval: Int64?
  var pause: Pause?
  var isUnauthorized = false
  var isBlocked = false
  var isCommunicating = true
  var isPushRegistered = false
  var saidPush: Bool?
  var failureCount = 0
  var appState = AppState.launched
  var session = 0
  var delivered: Set<ImpressionKey> = []
  var underWay: [Int: ImpressionKey] = [:]
  /// What the client can know to be on disk; nil when it must write the next answer in any case.
  var knownOnDisk: (record: DiskRecord, received: Int64)?
  var knowledgeIsVague = false

  // While a stimulus is taken.
  var now: ClockReading
  var expected = Prediction()
  var sawRequest = false

  init(setup: Setup, now: ClockReading) {
    self.setup = setup
    self.now = now
  }

  var uptime: Int64 { now.uptime.nanoseconds }
  var wall: Int64 { now.wall.nanoseconds }

  mutating func cite(_ rule: RuleNumber) { coverage.count(rule) }

  /// Takes `stimulus` at `time`; `sawRequest` says whether a request went out, which settles what chance left open.
  mutating func take(_ stimulus: Stimulus, at time: ClockReading, sawRequest: Bool) -> Prediction {
    now = time
    self.sawRequest = sawRequest
    expected = Prediction()
    switch stimulus {
    case .start(let userID, let readsFail): start(userID: userID, readsFail: readsFail)
    case .kill: kill()
    case .shutDown: shutDown()
    case .move, .look: break
    case .setBlankUser: cite(.c3)
    case .damageRecord: diskIsDamaged = disk != nil
    case .wake: wake()
    case .becomeActive: becomeActive()
    case .enterBackground: enterBackground()
    case .registerForPush: registerForPush()
    case .setUser(let userID): setUser(userID)
    case .configure(let isBlocked):
      self.isBlocked = isBlocked
      isUnauthorized = false
    case .communicate(let isAllowed): communicate(isAllowed)
    case .clear: clear()
    case .refresh(let token): refresh(token)
    case .logImpression(let id, let key): logImpression(id, Catalogue.keys[key])
    case .answer(let number, let answer): end(number, answer)
    case .storeWorked(let fails): storeWorked(fails: fails)
    case .sinkEnded(let id, let fails): sinkEnded(id, fails: fails)
    }
    return expected
  }
}
