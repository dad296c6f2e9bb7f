import Testing

@testable import FeatureFlags

@Suite("Machine: refreshing")
struct MachineRefreshTests {
  @Test("T4: calls in flight share one request, each is answered once")
  func sharing() {
    var driver = MachineDriver()
    driver.send(.becameActive)
    let tokens = (0..<100).map { _ in driver.refresh() }
    driver.answer([on("a")])
    #expect(driver.requests.count == 1)
    for token in tokens { #expect(driver.outcome(token)?.kind == .updated) }
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
}
