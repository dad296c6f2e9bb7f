import Testing

@testable import FeatureFlags

@Suite("Machine: refreshing")
struct MachineRefreshTests {
  @Test("T1, N1: a session start, then every hour in the foreground, sends a request")
  func automaticRefreshes() {
    var driver = MachineDriver()
    driver.send(.becameActive)
    driver.answer([on("a")])
    for hour in 1...5 {
      driver.advance(.hours(1) - Nanoseconds(1))
      #expect(driver.requests.count == hour)
      driver.advance(Nanoseconds(1))
      #expect(driver.requests.count == hour + 1)
      driver.answer([on("a")])
    }
  }

  @Test("T1: no hourly refresh in the background; one that fell due meanwhile is sent on the way back")
  func background() {
    var driver = MachineDriver()
    driver.send(.becameActive)
    driver.answer([on("a")])
    driver.advance(.minutes(50))
    driver.send(.enteredBackground)
    driver.advance(.minutes(20))
    #expect(driver.requests.count == 1)
    driver.send(.becameActive)
    #expect(driver.requests.count == 2)
    #expect(driver.machine.session == 1)
  }

  @Test("N1: 30 minutes in the background start a new session, a moment less does not")
  func sessions() {
    var driver = MachineDriver()
    driver.send(.enteredBackground)
    #expect(driver.machine.session == 0)
    driver.send(.becameActive)
    #expect(driver.machine.session == 1)
    driver.answer([on("a")])
    driver.send(.enteredBackground)
    driver.skip(.minutes(29))
    driver.send(.enteredBackground)
    driver.skip(.minutes(1) - Nanoseconds(1))
    driver.send(.becameActive)
    driver.send(.becameActive)
    #expect(driver.machine.session == 1)
    driver.send(.enteredBackground)
    driver.skip(.minutes(30))
    driver.send(.becameActive)
    #expect(driver.machine.session == 2)
    #expect(driver.requests.count == 2)
  }

  @Test("N2: the wall clock has no say in how long the background lasted")
  func wallClockAndSessions() {
    var driver = MachineDriver()
    driver.send(.becameActive)
    driver.send(.enteredBackground)
    driver.now.wall = driver.now.wall + .hours(10)
    driver.send(.becameActive)
    #expect(driver.machine.session == 1)
  }

  @Test("T1: push registration asks again only if the last request did not know of it")
  func push() {
    var driver = MachineDriver()
    driver.send(.registeredForPush)
    #expect(driver.requests.isEmpty)
    driver.send(.becameActive)
    #expect(driver.requests.last?.context.isPushRegistered == true)
    driver.answer([on("a")])
    driver.send(.registeredForPush)
    #expect(driver.requests.count == 1)

    var late = MachineDriver()
    late.send(.becameActive)
    late.answer([on("a")])
    late.send(.registeredForPush)
    #expect(late.requests.count == 2)
    #expect(late.requests.last?.context.isPushRegistered == true)
    late.answer([on("a")])
    late.send(.registeredForPush)
    #expect(late.requests.count == 2)
  }

  @Test("T1, T4: a registration while a request is in flight is asked for after it, not beside it")
  func pushInFlight() {
    var driver = MachineDriver()
    driver.send(.becameActive)
    driver.send(.registeredForPush)
    #expect(driver.requests.count == 1)
    driver.answer([on("a")])
    #expect(driver.requests.count == 2)
    #expect(driver.requests.last?.context.isPushRegistered == true)
  }

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

  @Test("T4: calls in flight share one request, each is answered once")
  func sharing() {
    var driver = MachineDriver()
    driver.send(.becameActive)
    let tokens = (0..<100).map { _ in driver.refresh() }
    driver.answer([on("a")])
    #expect(driver.requests.count == 1)
    for token in tokens { #expect(driver.outcome(token)?.kind == .updated) }
  }

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

  @Test("T8: a complete answer without flags leaves none")
  func noFlags() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")])
    driver.skip(.minutes(5))
    let token = driver.refresh()
    driver.answer([])
    #expect(driver.readable == [])
    #expect(driver.outcome(token)?.changedKeys == ["a"])
  }

  @Test("T9: an app extension never sends, and completes with code 0")
  func appExtension() {
    var driver = MachineDriver(isAppExtension: true)
    driver.send(.becameActive)
    driver.send(.userChanged("u-2"))
    driver.send(.registeredForPush)
    let token = driver.refresh()
    driver.advance(.hours(3))
    #expect(driver.requests.isEmpty)
    #expect(driver.failure(token)?.code == 0 && driver.failure(token)?.reason == .appExtension)
  }

  @Test("T10: behind an obstacle nothing is sent, even inside the window, and the code is 0")
  func obstacle() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")])
    driver.obstacle = FeatureFlagsError(code: 0, reason: .endpoint, message: "must end with json/1.3/")
    #expect(driver.refreshFailure()?.reason == .endpoint)
    driver.send(.becameActive)
    driver.send(.userChanged("u-2"))
    driver.advance(.hours(2))
    #expect(driver.requests.count == 1)
  }

  @Test("T11: while communication is stopped nothing is sent and refresh fails with code 0; reads go on")
  func stopped() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")])
    driver.skip(.minutes(6))
    let waiting = driver.refresh()
    let effects = driver.send(.communicationChanged(isAllowed: false))
    #expect(effects.contains { if case .cancel = $0 { true } else { false } })
    #expect(driver.failure(waiting)?.reason == .communicationStopped)
    #expect(driver.refreshFailure()?.code == 0)
    driver.send(.becameActive)
    driver.advance(.hours(3))
    #expect(driver.requests.count == 2)
    #expect(driver.readable == ["a=on"])
    driver.send(.communicationChanged(isAllowed: true))
    #expect(driver.requests.count == 3)
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

  @Test("C4: after shutdown everything fails with code 0 and nothing is planned; reads go on")
  func shutDown() {
    var driver = MachineDriver()
    driver.refresh()
    driver.answer([on("a")])
    driver.send(.becameActive)
    let waiting = driver.refresh()
    driver.send(.shutDown)
    driver.send(.shutDown)
    #expect(driver.failure(waiting)?.reason == .shutDown)
    #expect(driver.refreshFailure()?.code == 0)
    #expect(driver.machine.nextWake == nil)
    #expect(driver.readable == ["a=on"])
    let count = driver.requests.count
    for input in [Input.becameActive, .enteredBackground, .registeredForPush, .userChanged("x"), .timePassed] {
      #expect(driver.send(input).isEmpty)
    }
    driver.answer([on("b")])
    #expect(driver.readable == ["a=on"] && driver.requests.count == count)
  }

  @Test("T1, T7: a refresh that fell due in the background is not sent twice when the session's own request fails")
  func owedRefreshIsNotSentAgain() {
    var driver = MachineDriver()
    driver.send(.userChanged("u-2"))
    driver.send(.enteredBackground)
    driver.send(.registeredForPush)
    driver.answer([on("a")])
    #expect(driver.requests.count == 1)
    driver.send(.becameActive)
    #expect(driver.requests.count == 2 && driver.requests.last?.context.isPushRegistered == true)
    driver.fail(400)
    #expect(driver.requests.count == 2)
    driver.advance(.minutes(59))
    #expect(driver.requests.count == 2)
  }
}
