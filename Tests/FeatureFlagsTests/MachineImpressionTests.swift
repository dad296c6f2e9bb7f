import Testing

@testable import FeatureFlags

@Suite("Machine: impressions")
struct MachineImpressionTests {
  private func active(_ flags: [Flag] = [on("a", rule: "r_1a2b3c4d")]) -> MachineDriver {
    var driver = MachineDriver(isThrottlingDisabled: true)
    driver.send(.becameActive)
    driver.answer(flags)
    return driver
  }

  @Test("I1, I5: the event has its name, attributes, identity and time")
  func event() {
    var driver = active()
    #expect(driver.logImpression("a") == nil)
    let event = driver.deliveries.last?.event
    #expect(event?.name == "PW_FeatureFlagImpression")
    #expect(event?.attributes == ["flag_key": "a", "rule_id": "r_1a2b3c4d", "enabled": true])
    #expect(event?.attributes.members.map(\.key) == ["flag_key", "rule_id", "enabled"])
    #expect(event?.identity == Identity(applicationCode: "APP", userID: "u-1"))
    #expect(event?.deviceID == "DEVICE")
    #expect(event?.time == driver.now.wall)
  }

  @Test("I2: one for each flag, rule and state in a session; a new session, rule, state or user sends again")
  func once() {
    var driver = active()
    func count() -> Int { driver.deliveries.count }
    func log() -> ImpressionOutcome? {
      let outcome = driver.logImpression("a")
      if outcome == nil { driver.endDelivery() }
      return outcome
    }
    _ = log()
    #expect(log() == .duplicate && count() == 1)
    for (flag, expected) in [(on("a", rule: "r_2"), 2), (off("a", rule: "r_2"), 3), (on("a", rule: "r_2"), 3)] {
      driver.refresh()
      driver.answer([flag])
      _ = log()
      #expect(count() == expected)
    }
    driver.send(.enteredBackground)
    driver.skip(.minutes(30))
    driver.send(.becameActive)
    _ = log()
    #expect(count() == 4)
    driver.answer([on("a", rule: "r_2")])
    driver.send(.userChanged("u-2"))
    driver.answer([on("a", rule: "r_2")])
    _ = log()
    #expect(count() == 5 && driver.deliveries.last?.event.identity.userID == "u-2")
  }

  @Test("I2: the wall clock has no say in what is a duplicate")
  func wallClock() {
    var driver = active()
    _ = driver.logImpression("a")
    driver.endDelivery()
    driver.now.wall = driver.now.wall - .hours(100)
    #expect(driver.logImpression("a") == .duplicate)
  }

  @Test("I3: without a flag nothing is sent, also when it has expired")
  func noFlag() {
    var driver = active()
    #expect(driver.logImpression("b") == .noFlag)
    driver.skip(.hours(24))
    #expect(driver.logImpression("a") == .noFlag)
    #expect(driver.deliveries.isEmpty)
  }

  @Test("I4: while one is being sent a second sends nothing; after a failure the next sends again")
  func failure() {
    var driver = active()
    #expect(driver.logImpression("a") == nil)
    #expect(driver.logImpression("a") == .duplicate)
    driver.endDelivery(EventSinkError("refused"))
    #expect(driver.diagnostics.contains { $0.code == .impressionFailed })
    #expect(driver.logImpression("a") == nil)
    driver.endDelivery()
    #expect(driver.logImpression("a") == .duplicate)
    #expect(driver.deliveries.count == 2)
  }

  @Test("I2, I5: a delivery that ends in the next session does not count for it")
  func lateDelivery() {
    var driver = active()
    _ = driver.logImpression("a")
    driver.send(.enteredBackground)
    driver.skip(.minutes(30))
    driver.send(.becameActive)
    driver.endDelivery()
    #expect(driver.logImpression("a") == nil)
    #expect(driver.deliveries.count == 2)
  }

  @Test("T11, C4: stopped or shut down, an impression fails and what waits is given up")
  func stopped() {
    for input in [Input.communicationChanged(isAllowed: false), .shutDown] {
      var driver = active([on("a"), on("b")])
      _ = driver.logImpression("a")
      let effects = driver.send(input)
      #expect(effects.contains { if case .cancelDeliveries = $0 { true } else { false } })
      #expect(effects.contains { if case .report(_, .failure) = $0 { true } else { false } })
      #expect(driver.logImpression("b") == nil)
      #expect(driver.deliveries.count == 1)
      driver.endDelivery()
    }
  }

  @Test("a full queue drops impressions, and says how many")
  func bounded() {
    var driver = active((0..<1500).map { on("f\($0)") })
    for number in 0..<1500 { _ = driver.logImpression("f\(number)") }
    #expect(driver.deliveries.count == 1000)
    #expect(driver.diagnostics.last { $0.code == .impressionDropped }?.values["dropped"] == "500")
  }
}
