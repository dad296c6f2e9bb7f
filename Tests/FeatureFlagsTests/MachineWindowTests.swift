import Testing

@testable import FeatureFlags

@Suite("Machine: the window of explicit refreshes")
struct MachineWindowTests {
  @Test("T2: inside the window a refresh succeeds with what is stored; at exactly 5 minutes it is sent")
  func window() {
    var driver = MachineDriver()
    let first = driver.refresh()
    driver.answer([on("a")])
    #expect(driver.outcome(first)?.kind == .updated)
    let held = driver.skipAndRefresh(.minutes(5) - Nanoseconds(1))
    #expect(driver.outcome(held)?.kind == .throttled)
    #expect(driver.outcome(held)?.throttledUntil == MachineDriver.start.wall + .minutes(5))
    #expect(driver.requests.count == 1)
    driver.skip(Nanoseconds(1))
    driver.refresh()
    #expect(driver.requests.count == 2)
  }

  @Test("T2: without valid stored flags no refresh is held back")
  func noWindowWithoutFlags() {
    var driver = MachineDriver()
    driver.refresh()
    driver.fail(500)
    driver.refresh()
    driver.fail(500)
    #expect(driver.requests.count == 2)
    driver.refresh()
    driver.answer([])
    driver.skip(.hours(24))
    driver.refresh()
    #expect(driver.requests.count == 4)
  }

  @Test("T2: a failed request starts a window too, and so does an automatic one")
  func windowOfAnyRequest() {
    var driver = MachineDriver()
    driver.send(.becameActive)
    driver.answer([on("a")])
    #expect(driver.refreshOutcome()?.kind == .throttled)
    driver.skip(.minutes(6))
    driver.refresh()
    driver.fail(500)
    #expect(driver.refreshOutcome()?.kind == .throttled)
  }

  @Test("T2: a request that could not be sent starts no window")
  func windowOfUnsentRequest() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")])
    driver.skip(.minutes(6))
    driver.refresh()
    driver.fail(0, wasSent: false)
    driver.refresh()
    #expect(driver.requests.count == 3)
  }

  @Test("T2, S4: a partial answer starts no window")
  func windowOfPartial() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")])
    driver.skip(.minutes(6))
    driver.refresh()
    driver.answer([off("a")], isPartial: true)
    driver.refresh()
    #expect(driver.requests.count == 3)
  }

  @Test("T2: after a restart the window counts from the stored answer's time")
  func windowAfterRestart() {
    let stored = StoredFlags(
      identity: Identity(applicationCode: "APP", userID: "u-1"), receivedAt: MachineDriver.start, entityTag: nil,
      flags: [on("a")])
    var now = MachineDriver.start
    now.uptime = now.uptime + .minutes(4)
    var driver = MachineDriver(stored: stored, at: now)
    #expect(driver.refreshOutcome()?.kind == .throttled)
    driver.skip(.minutes(1))
    driver.refresh()
    #expect(driver.requests.count == 1)
  }

  @Test("T2: moving the wall clock moves no window")
  func windowAndWallClock() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")])
    driver.now.wall = driver.now.wall + .hours(2)
    #expect(driver.refreshOutcome()?.kind == .throttled)
    driver.now.wall = driver.now.wall - .hours(4)
    driver.skip(.minutes(5))
    driver.refresh()
    #expect(driver.requests.count == 2)
  }

  @Test("T3: the switch removes the limit")
  func noThrottle() {
    var driver = MachineDriver(isThrottlingDisabled: true)
    for _ in 0..<3 {
      driver.refresh()
      driver.answer([on("a")])
    }
    #expect(driver.requests.count == 3)
  }
}
