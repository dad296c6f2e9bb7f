import Testing

@testable import FeatureFlags

@Suite("Machine: failures, and when a refresh is tried again")
struct MachineFailureTests {
  @Test("T6: a killed flag comes back off with the next refresh; failures keep the stored flags until 24 h")
  func kill() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a", ["color": "green"])])
    driver.skip(.minutes(5))
    driver.refresh()
    driver.answer([off("a", rule: "", ["color": "blue"])])
    #expect(driver.readable == ["a=off"])
    driver.skip(.hours(12))
    let token = driver.refresh()
    driver.fail(0)
    #expect(driver.failure(token)?.code == 0)
    #expect(driver.readable == ["a=off"])
    driver.skip(.hours(12))
    #expect(driver.readable == [])
  }

  @Test("T7: a retriable failure without flags is tried again, from at most 5 s to at most 5 min, until it succeeds")
  func backoff() {
    var ceilings: [Int64] = Array(repeating: 0, count: 9)
    for seed in 0..<200 as Range<UInt64> {
      var driver = MachineDriver(seed: seed)
      driver.send(.becameActive)
      for attempt in 0..<9 {
        driver.fail(503)
        guard let wake = driver.machine.nextWake else { Issue.record("no retry is planned"); return }
        ceilings[attempt] = max(ceilings[attempt], wake.since(driver.now.uptime).count)
        driver.advance(wake.since(driver.now.uptime))
        #expect(driver.requests.count == attempt + 2)
      }
      driver.answer([on("a")])
      driver.advance(.minutes(10))
      #expect(driver.requests.count == 10)
    }
    for (attempt, ceiling) in ceilings.enumerated() {
      let limit = min(5 << Int64(attempt), 300) * 1_000_000_000
      #expect(ceiling <= limit && ceiling > limit / 2)
    }
  }

  @Test("T7: an explicit refresh, a failure for good, valid flags, or the background: none is tried again")
  func noRetry() {
    var explicit = MachineDriver()
    explicit.refresh()
    explicit.fail(503)
    #expect(explicit.machine.nextWake == nil)

    for code in [400, 404, 200, 401] {
      var final = MachineDriver()
      final.send(.becameActive)
      final.fail(code)
      #expect(final.machine.nextWake == final.now.uptime + .hours(1))
    }

    var valid = MachineDriver()
    valid.refresh()
    valid.answer([on("a")])
    valid.send(.becameActive)
    valid.fail(503)
    #expect(valid.machine.nextWake == valid.now.uptime + .hours(1))

    var background = MachineDriver()
    background.send(.becameActive)
    background.fail(503)
    background.send(.enteredBackground)
    background.advance(.minutes(20))
    #expect(background.requests.count == 1)
  }

  @Test("T7: Retry-After holds every refresh back but that of a new user, capped at 1 h")
  func retryAfter() {
    var driver = MachineDriver()
    driver.send(.becameActive)
    driver.fail(429, retryAfter: .hours(5))
    let token = driver.refresh()
    let error = driver.failure(token)
    #expect(error?.code == 429 && error?.reason == .retryAfter)
    #expect(error?.retryAt == MachineDriver.start.wall + .hours(1))
    #expect(error?.message.contains("3600 s") == true)
    driver.advance(.hours(1) - Nanoseconds(1))
    #expect(driver.requests.count == 1)
    driver.advance(Nanoseconds(1))
    #expect(driver.requests.count == 2)
    driver.fail(503, retryAfter: .minutes(10))
    driver.send(.userChanged("u-2"))
    #expect(driver.requests.count == 3)
  }

  @Test("T7: with valid flags an explicit refresh inside Retry-After fails with the code, not with what is stored")
  func retryAfterAndWindow() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")])
    driver.skip(.minutes(5))
    driver.refresh()
    driver.fail(503, retryAfter: .minutes(2))
    #expect(driver.refreshFailure()?.code == 503)
    driver.skip(.minutes(2))
    #expect(driver.refreshOutcome()?.kind == .throttled)
  }

  @Test("T7: 401 and 403 stop automatic refreshes until the configuration or the user changes")
  func unauthorized() {
    for code in [401, 403] {
      var driver = MachineDriver()
      driver.send(.becameActive)
      driver.fail(code)
      driver.advance(.hours(5))
      #expect(driver.requests.count == 1)
      driver.send(.configurationChanged)
      driver.advance(.hours(1))
      #expect(driver.requests.count == 2)
      driver.fail(code)
      driver.send(.userChanged("u-2"))
      #expect(driver.requests.count == 3)
    }
  }

  @Test("E1: code and words of a failure reach every caller, and the flags stay")
  func failures() {
    for code in [0, 200, 404, 500] {
      var driver = MachineDriver()
      driver.refresh()
      driver.answer([on("a")])
      driver.skip(.minutes(6))
      let tokens = [driver.refresh(), driver.refresh()]
      driver.fail(code)
      for token in tokens { #expect(driver.failure(token)?.code == code) }
      #expect(driver.readable == ["a=on"])
      #expect(driver.writes.count == 1)
    }
  }
}
