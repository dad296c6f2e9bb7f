import Testing

@testable import FeatureFlags

@Suite("Machine: identities and listeners")
struct MachineIdentityTests {
  @Test("T5, S2: a new user sees nothing of the last one, from the very next read")
  func discard() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")])
    let effects = driver.send(.userChanged("u-2"))
    #expect(driver.readable == [])
    #expect(effects.contains { if case .removeRecord = $0 { true } else { false } })
    #expect(driver.requests.last?.context.identity.userID == "u-2")
  }

  @Test("T5: an answer for the last user is dropped whole; waiting callers get the new user's result")
  func lateAnswer() {
    var driver = MachineDriver()
    let token = driver.refresh()
    let old = driver.requests[0].id
    driver.send(.userChanged("u-2"))
    let late = driver.send(.requestEnded(old, .success(.evaluation(Evaluation(flags: [on("secret")])))))
    #expect(late.isEmpty)
    #expect(driver.readable == [] && driver.completions[token] == nil)
    driver.answer([on("b")])
    #expect(driver.readable == ["b=on"])
    #expect(driver.outcome(token)?.changedKeys == ["b"])
    #expect(driver.writes.map(\.identity.userID) == ["u-2"])
  }

  @Test("T5: back at the first user, an answer from before the switch is still dropped")
  func thereAndBack() {
    var driver = MachineDriver()
    driver.refresh()
    let old = driver.requests[0].id
    driver.send(.userChanged("u-2"))
    driver.send(.userChanged("u-1"))
    driver.send(.requestEnded(old, .success(.evaluation(Evaluation(flags: [on("old")])))))
    #expect(driver.readable == [])
    driver.answer([on("new")])
    #expect(driver.readable == ["new=on"])
  }

  @Test("T5: the same User ID again does nothing")
  func sameUser() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")])
    #expect(driver.send(.userChanged("u-1")).isEmpty)
    #expect(driver.readable == ["a=on"])
  }

  @Test("T5: a new user's request goes out though another was sent a moment ago, and in the background")
  func noWindowForNewUser() {
    var driver = MachineDriver()
    driver.send(.becameActive)
    driver.answer([on("a")])
    driver.send(.enteredBackground)
    driver.send(.userChanged("u-2"))
    #expect(driver.requests.count == 2)
  }

  @Test("R2, T5: the record of an earlier run is readable once its own user is set")
  func recordOfNewUser() {
    let record = StoredFlags(
      identity: Identity(applicationCode: "APP", userID: "u-2"), receivedAt: MachineDriver.start, entityTag: nil,
      flags: [on("a")])
    var driver = MachineDriver(userID: "DEVICE", stored: record)
    #expect(driver.readable == [])
    driver.send(.userChanged("u-2"))
    #expect(driver.readable == ["a=on"])
  }

  @Test("T5, T11: while communication is stopped the switch discards, and the new user is asked for later")
  func switchWhileStopped() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")])
    driver.send(.communicationChanged(isAllowed: false))
    driver.send(.userChanged("u-2"))
    #expect(driver.readable == [] && driver.requests.count == 1)
    driver.send(.communicationChanged(isAllowed: true))
    #expect(driver.requests.last?.context.identity.userID == "u-2")
  }

  @Test("T5, T10: a waiting caller fails when the new user cannot be asked for")
  func waitingWithoutRoute() {
    var driver = MachineDriver()
    let token = driver.refresh()
    driver.obstacle = FeatureFlagsError(code: 0, reason: .endpoint, message: "no route")
    driver.send(.userChanged("u-2"))
    #expect(driver.failure(token)?.reason == .endpoint)
  }

  @Test("L1: listeners hear of a changed state, rule or property, of a new and a gone flag, and of nothing else")
  func updates() {
    let base = [on("a", ["n": 1, "m": .object(["x": 1, "y": 2])]), on("b")]
    let cases: [([Flag], [String]?)] = [
      (base, nil),
      (base.reversed(), nil),
      ([on("b"), on("a", ["m": .object(["y": 2, "x": 1]), "n": 1])], nil),
      ([off("a", rule: "r_1", ["n": 1, "m": .object(["x": 1, "y": 2])]), on("b")], ["a"]),
      ([on("a", rule: "r_2", ["n": 1, "m": .object(["x": 1, "y": 2])]), on("b")], ["a"]),
      ([on("a", ["n": 2, "m": .object(["x": 1, "y": 2])]), on("b")], ["a"]),
      (base + [on("c")], ["c"]),
      ([on("b")], ["a"]),
      ([on("c")], ["a", "b", "c"]),
      ([on("B"), on("a", ["n": 1, "m": .object(["x": 1, "y": 2])])], ["B", "b"]),
    ]
    for (flags, expected) in cases {
      var driver = MachineDriver(isThrottlingDisabled: true)
      driver.refresh()
      driver.answer(base)
      let token = driver.refresh()
      driver.answer(flags)
      #expect(driver.updates.count == (expected == nil ? 1 : 2))
      #expect(driver.outcome(token)?.changedKeys == expected ?? [])
      #expect(driver.outcome(token)?.kind == (expected == nil ? .unchanged : .updated))
    }
  }

  @Test("L2, L3: the snapshot is new before anyone is told, and listeners are told before callers")
  func order() {
    var driver = MachineDriver()
    driver.refresh()
    let effects = driver.answer([on("a")])
    let notify = effects.firstIndex { if case .notify = $0 { true } else { false } }
    let complete = effects.firstIndex { if case .complete = $0 { true } else { false } }
    #expect(driver.readable == ["a=on"])
    #expect(notify != nil && complete != nil && notify ?? 0 < complete ?? 0)
  }

  @Test("the machine is pure: the same inputs give the same effects")
  func deterministic() {
    func run() -> String {
      var driver = MachineDriver(seed: 42)
      driver.send(.becameActive)
      driver.fail(503)
      driver.advance(.minutes(30))
      driver.answer([on("a")])
      driver.send(.userChanged("u-2"))
      driver.fail(0)
      driver.advance(.hours(3))
      return "\(driver.log)"
    }
    #expect(run() == run())
  }
}
