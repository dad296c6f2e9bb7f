import Testing

@testable import FeatureFlags

@Suite("Machine: sessions and automatic refreshes")
struct MachineSessionTests {
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
