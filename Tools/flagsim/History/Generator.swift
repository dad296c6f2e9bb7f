/// Makes a history out of a seed: the same seed, the same history.
struct Generator {
  private var random: RandomSource

  /// How many seeds there are for each that runs the whole client.
  static let clientShare: UInt64 = 20

  /// The history of `seed`, `length` steps long.
  static func history(seed: UInt64, length: Int) -> History {
    var generator = Generator(random: RandomSource(seed: seed))
    let setup = generator.setup(usesClient: seed % clientShare == 0)
    var steps: [Step] = []
    // Most histories begin like an app: it becomes active, and the server answers.
    if !generator.random.isOne(in: 4) { steps = [.becomeActive, .answer(.flags(isTagged: true))] }
    while steps.count < length { steps.append(generator.step()) }
    return History(setup: setup, steps: Array(steps.prefix(length)))
  }

  private mutating func setup(usesClient: Bool) -> Setup {
    Setup(
      usesClient: usesClient, isAppExtension: random.isOne(in: 40), isThrottlingDisabled: random.isOne(in: 8),
      isStoppedInitially: random.isOne(in: 30), hasBootID: !random.isOne(in: 10), jitterSeed: random.next())
  }

  private mutating func step() -> Step {
    switch random.below(100) {
    case 0..<27: .answer(reply())
    case 27..<30: random.isOne(in: 2) ? .answerLate(reply()) : .answerTwice(reply())
    case 30..<52: timeStep()
    case 52..<62: .refresh(count: random.isOne(in: 3) ? 1 + random.below(3) : 1)
    case 62..<88: appStep()
    case 88..<94: serverStep()
    default: faultStep()
    }
  }

  private mutating func appStep() -> Step {
    switch random.below(26) {
    case 0..<4: .setUser(random.below(Catalogue.users.count))
    case 4: .setSameUser(isBlank: random.isOne(in: 3))
    case 5..<9: .becomeActive
    case 9..<12: .enterBackground
    case 12: .registerForPush
    case 13..<18: .logImpression(key: random.below(Catalogue.keys.count))
    case 18: random.isOne(in: 2) ? .clear : .read(key: random.below(Catalogue.keys.count))
    case 19: .stopCommunication
    case 20, 21: .startCommunication
    case 22: .configure(isBlocked: random.isOne(in: 3))
    case 23, 24:
      .restart(user: random.isOne(in: 3) ? random.below(Catalogue.users.count) : nil, isKilled: random.isOne(in: 2))
    default: random.isOne(in: 3) ? .shutDown : .read(key: random.below(Catalogue.keys.count))
    }
  }

  private mutating func timeStep() -> Step {
    switch random.below(22) {
    case 0..<9: .advance(span())
    case 9..<16: .advanceTo(random.pick(Boundary.allCases), offset: random.pick([-1, 0, 0, 1]))
    case 16..<18: .suspend(span(), wakesLate: random.isOne(in: 2))
    case 18..<20: .skew((random.isOne(in: 2) ? -1 : 1) * span())
    case 20: .reboot(downtime: span())
    default: .advance(0)
    }
  }

  private mutating func span() -> Int64 {
    let unit = random.pick([Span.second, Span.second, Span.minute, Span.minute, Span.minute, Span.hour, Span.hour])
    switch random.below(12) {
    case 0: return random.pick([Span.day, 5 * Span.minute, Span.hour, 30 * Span.minute]) + Int64(random.below(3) - 1)
    case 1: return Int64(1 + random.below(3)) * Span.day
    default: return Int64(1 + random.below(40)) * unit / (unit == Span.hour ? 4 : 1)
    }
  }

  private mutating func reply() -> Reply {
    switch random.below(20) {
    case 0..<10: .flags(isTagged: !random.isOne(in: 5))
    case 10, 11: .partial(mask: random.below(1 << Catalogue.servedKeys))
    case 12: .notModified
    case 13: random.pick([.garbage, .garbage, .flagsAndAnOddOne, .notSent])
    case 14, 15: .lost(random.pick(Reply.Loss.allCases))
    case 16: .status(random.pick([401, 403]), retryAfter: nil)
    case 17: .status(random.pick([429, 503]), retryAfter: random.pick([0, 1, 30, 300, 301, 3599, 3600, 3601, 86_400]))
    case 18: .status(random.pick([429, 503, 500, 502, 504, 408]), retryAfter: nil)
    default: .status(random.pick([400, 404, 302, 500]), retryAfter: random.isOne(in: 3) ? 60 : nil)
    }
  }

  private mutating func serverStep() -> Step {
    .changeServer(
      user: random.below(Catalogue.users.count), key: random.below(Catalogue.servedKeys),
      random.isOne(in: 2) ? random.pick([.toggle, .newRule]) : random.pick(ServerChange.allCases))
  }

  private mutating func faultStep() -> Step {
    switch random.below(12) {
    case 0..<3: .failStoreChanges(count: 1 + random.below(3))
    case 3: .failStoreReads
    case 4, 5: .delayStore(random.isOne(in: 2))
    case 6: .damageRecord
    case 7..<10: .failSink(count: 1 + random.below(2))
    default: .holdSink(random.isOne(in: 2))
    }
  }
}
