import FeatureFlags
import Testing

@testable import flagsim

/// A model by itself, with a clock in hand.
private struct Bench {
  var model: Model
  var now = ClockReading(
    wall: WallTime(seconds: 1_000_000), uptime: Uptime(nanoseconds: Span.hour), bootID: "boot")

  init(setup: Setup = Setup()) {
    model = Model(setup: setup, now: now)
    take(.start(userID: "u-anna", readsFail: false))
  }

  @discardableResult
  mutating func take(_ stimulus: Stimulus, sawRequest: Bool = false) -> Prediction {
    let expected = model.take(stimulus, at: now, sawRequest: sawRequest)
    if expected.request != nil { model.request?.number = 1 }
    model.diskQueue += expected.disk
    while !model.diskQueue.isEmpty { _ = model.take(.storeWorked(fails: false), at: now, sawRequest: false) }
    return expected
  }

  mutating func pass(_ span: Int64) {
    now.uptime = now.uptime + Nanoseconds(span)
    now.wall = now.wall + Nanoseconds(span)
    model.now = now
  }

  mutating func answer(_ keys: String..., isPartial: Bool = false) {
    let flags = keys.map { Flag(key: $0, isEnabled: true, ruleID: "r_1") }
    take(.answer(request: 1, .flags(flags, isPartial: isPartial, tag: nil, hasOddOne: false)))
  }

  var keys: [String] { model.readable().map(\.key) }
}

@Suite("Model: the boundaries of the rules")
struct ModelTests {
  @Test("S1: a nanosecond before 24 hours flags are readable, at 24 hours not")
  func lifetime() {
    var bench = Bench()
    bench.take(.refresh(token: 1))
    bench.answer("a")
    bench.pass(24 * Span.hour - 1)
    #expect(bench.keys == ["a"])
    bench.pass(1)
    #expect(bench.keys.isEmpty)
  }

  @Test("S3: a restart counts by uptime within a boot, by the wall clock across boots, and trusts no future")
  func age() {
    var bench = Bench()
    bench.take(.refresh(token: 1))
    bench.answer("a")
    bench.now.wall = bench.now.wall + .hours(100)
    bench.take(.start(userID: "u-anna", readsFail: false))
    #expect(bench.keys == ["a"])
    bench.now.bootID = "another"
    bench.take(.start(userID: "u-anna", readsFail: false))
    #expect(bench.keys.isEmpty)
    bench.now.wall = bench.now.wall + .hours(-101)
    bench.take(.start(userID: "u-anna", readsFail: false))
    #expect(bench.keys.isEmpty)
    bench.now.wall = bench.now.wall + .hours(2)
    bench.take(.start(userID: "u-anna", readsFail: false))
    #expect(bench.keys == ["a"])
    bench.take(.start(userID: "u-bert", readsFail: false))
    #expect(bench.keys.isEmpty)
  }

  @Test("T2: inside 5 minutes a refresh sends nothing, at 5 minutes it does")
  func window() {
    var bench = Bench()
    bench.take(.refresh(token: 1))
    bench.answer("a")
    bench.pass(5 * Span.minute - 1)
    let held = bench.take(.refresh(token: 2))
    #expect(held.request == nil && held.endings[2] != nil)
    bench.pass(1)
    #expect(bench.take(.refresh(token: 3)).request != nil)
  }

  @Test("S4, T2: a partial answer lies over what is stored, is written nowhere, and starts no window")
  func partial() {
    var bench = Bench()
    bench.take(.refresh(token: 1))
    bench.answer("a")
    bench.pass(5 * Span.minute)
    bench.take(.refresh(token: 2))
    let disk = bench.model.disk
    bench.answer("b", isPartial: true)
    #expect(bench.keys == ["a", "b"] && bench.model.disk == disk)
    #expect(bench.take(.refresh(token: 3)).request != nil)
  }

  @Test("N1: a nanosecond less than 30 minutes in the background starts no session, 30 minutes do")
  func sessions() {
    var bench = Bench()
    bench.take(.becomeActive)
    bench.take(.enterBackground)
    bench.pass(30 * Span.minute - 1)
    bench.take(.becomeActive)
    #expect(bench.model.session == 1)
    bench.take(.enterBackground)
    bench.pass(30 * Span.minute)
    bench.take(.becomeActive)
    #expect(bench.model.session == 2)
  }

  @Test("T5: a new user reads nothing of the last one's, and whoever waits gets the new one's answer")
  func users() {
    var bench = Bench()
    bench.take(.refresh(token: 1))
    bench.answer("a")
    bench.take(.setUser("u-anna"))
    #expect(bench.keys == ["a"])
    #expect(bench.take(.setUser("u-bert")).request?.user == "u-bert")
    #expect(bench.keys.isEmpty && bench.model.disk == nil)
  }

  @Test("T7: Retry-After is capped at an hour, and ends exactly then")
  func pause() {
    var bench = Bench()
    bench.take(.refresh(token: 1))
    bench.take(.answer(request: 1, .status(503, retryAfter: 86_400)))
    bench.pass(Span.hour - 1)
    #expect(bench.take(.refresh(token: 2)).request == nil)
    bench.pass(1)
    #expect(bench.take(.refresh(token: 3)).request != nil)
  }
}
