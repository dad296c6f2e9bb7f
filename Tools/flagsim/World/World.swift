import FeatureFlags

/// Everything around what is being tested: time, server, network, store, sink, and the model that judges.
///
/// A step is begun, then ``next(nextWake:)`` gives one stimulus after the other until there is none, and each is followed
/// by ``check(_:_:)`` with what was seen.
struct World: Sendable {
  enum Planned: Sendable {
    case stimulus(Stimulus)
    case move(ClockReading)
  }

  struct Sent: Sendable {
    var user: String
    var tag: String?
  }

  /// An impression that the sink has been given and is not through with.
  struct Held: Sendable {
    var id: Int
    var session: Int
    var event: Ports.Event

    /// What no two that were delivered may have in common (I2).
    var kind: [String] {
      [
        "\(session)", event.identity.userID, "\(Array("\(event.attributes["flag_key"] as Any)".utf8))",
        "\(event.attributes["rule_id"] as Any)", "\(event.attributes["enabled"] as Any)",
      ]
    }
  }

  let setup: Setup
  var model: Model
  var server = SimServer()
  private(set) var now: ClockReading
  var boots = 1
  var isOver = false

  // The network.
  var sent: [Int: Sent] = [:]
  var openRequest: Int?
  var abandonedRequests: [Int] = []
  var endedRequests: [Int] = []

  // Calls that wait.
  var lastNumber = 0
  var waitingTokens: Set<Int> = []
  var heldImpressions: [Held] = []
  var delivered: Set<[String]> = []

  // The faults that are on.
  var storeFailures = 0
  var storeReadsFail = false
  var storeIsSlow = false
  var sinkFailures = 0
  var sinkIsHeld = false
  var lateSteps = 0
  var answersAtOnce = false

  // What is left of the step.
  var plan: [Planned] = []
  var target: Int64?
  var wakesInPlace = 0

  init(setup: Setup) {
    self.setup = setup
    now = ClockReading(
      wall: WallTime(seconds: 1_767_225_600), uptime: Uptime(nanoseconds: Span.hour),
      bootID: setup.hasBootID ? "boot-1" : nil)
    model = Model(setup: setup, now: now)
    if setup.isAppExtension { model.coverage.count(.appExtension) }
    if !setup.hasBootID { model.coverage.count(.noBootID) }
    if setup.usesClient { model.coverage.count(.clientHistory) }
    plan = [.stimulus(.start(userID: Catalogue.users[0], readsFail: false))]
  }

  mutating func count(_ exercise: Exercise) { model.coverage.count(exercise) }

  /// The next thing to happen; nil when the step is done.
  mutating func next(nextWake: Int64?) -> Stimulus? {
    if !plan.isEmpty {
      switch plan.removeFirst() {
      case .stimulus(let stimulus): return stimulus
      case .move(let reading):
        now = reading
        wakesInPlace = 0
        return .move
      }
    }
    if !storeIsSlow, let stimulus = nextStoreWork() { return stimulus }
    if !sinkIsHeld, let held = heldImpressions.first { return sinkEnds(held.id) }
    if answersAtOnce, let number = openRequest { return answer(number, .flags(isTagged: true)) }
    if lateSteps == 0, let nextWake, nextWake <= now.uptime.nanoseconds {
      wakesInPlace += 1
      return .wake
    }
    guard let target, target > now.uptime.nanoseconds else {
      self.target = nil
      return nil
    }
    let stop = min(nextWake ?? target, target)
    now = moved(by: stop - now.uptime.nanoseconds)
    wakesInPlace = 0
    return .move
  }

  mutating func nextStoreWork() -> Stimulus? {
    guard let operation = model.diskQueue.first else { return nil }
    let fails = storeFailures > 0
    if fails {
      storeFailures -= 1
      switch operation {
      case .write, .writeSwitch: count(.storeWriteFailed)
      case .remove, .setAside: count(.storeRemoveFailed)
      }
    }
    return .storeWorked(fails: fails)
  }

  private mutating func sinkEnds(_ id: Int) -> Stimulus {
    let fails = sinkFailures > 0
    if fails {
      sinkFailures -= 1
      count(.sinkFailed)
    }
    return .sinkEnded(id: id, fails: fails)
  }

  mutating func answer(_ number: Int, _ reply: Reply) -> Stimulus {
    // The whole client sends whatever it can make a request of.
    let reply = setup.usesClient && reply == .notSent ? .lost(.connection) : reply
    let request = sent[number]
    return .answer(
      request: number, server.answer(reply, user: request?.user ?? "", tag: request?.tag))
  }

  func moved(by span: Int64) -> ClockReading {
    var reading = now
    reading.uptime = reading.uptime + Nanoseconds(span)
    reading.wall = reading.wall + Nanoseconds(span)
    return reading
  }
}
