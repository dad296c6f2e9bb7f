import FeatureFlags
import FeatureFlagsTesting
import Locking
import Testing

/// A clock that runs a microsecond with each look, with one planted fault.
private struct FaultyClock: Ports.Clock {
  enum Fault: CaseIterable {
    case none, goesBack, otherUptime, reachesEarly, newBootIDs, emptyBootID, wallInSeconds
    case pastSleepFails, wakesEarly, returnsWhenCancelled, failsOtherwiseWhenCancelled
  }

  let fault: Fault
  private let ticks = Locked<Int64>(1_000_000)

  init(_ fault: Fault) {
    self.fault = fault
  }

  private func tick() -> Int64 {
    ticks.withLock { ticks in
      ticks += 1
      return fault == .goesBack && ticks % 1000 == 0 ? ticks - 500 : ticks
    }
  }

  func uptime() -> Uptime { Uptime(nanoseconds: tick() * 1_000) }

  func hasReached(_ moment: Uptime) -> Bool {
    uptime() >= (fault == .reachesEarly ? moment - Nanoseconds(5_000_000_000) : moment)
  }

  func now() -> ClockReading {
    let tick = tick()
    let wall = 1_767_225_600 + tick / 1_000_000
    return ClockReading(
      wall: fault == .wallInSeconds ? WallTime(nanoseconds: wall) : WallTime(seconds: wall),
      uptime: Uptime(nanoseconds: fault == .otherUptime ? tick : tick * 1_000),
      bootID: fault == .newBootIDs ? "boot-\(tick)" : fault == .emptyBootID ? "" : "boot")
  }

  func sleep(until deadline: Uptime) async throws {
    if fault == .pastSleepFails, deadline <= uptime() { throw StoreError("too late") }
    if fault == .wakesEarly { return }
    while uptime() < deadline {
      if Task.isCancelled {
        if fault == .returnsWhenCancelled { return }
        throw fault == .failsOtherwiseWhenCancelled ? StoreError("cancelled") : CancellationError()
      }
      await Task.yield()
    }
  }
}

@Suite("ClockRule")
struct ClockRuleTests {
  private func broken(_ fault: FaultyClock.Fault) async -> Int {
    var count = 0
    for rule in ClockRule.all {
      do throws(RuleViolation) {
        try await rule.verify { FaultyClock(fault) }
      } catch {
        #expect(error.rule == rule.name)
        count += 1
      }
    }
    return count
  }

  @Test("A clock without fault keeps every rule")
  func noFault() async {
    #expect(await broken(.none) == 0)
  }

  @Test("Every planted fault breaks a rule", arguments: FaultyClock.Fault.allCases.filter { $0 != .none })
  fileprivate func findsFault(fault: FaultyClock.Fault) async {
    #expect(await broken(fault) > 0)
  }

  @Test("S3, N2: ManualClock keeps every rule", arguments: ClockRule.all)
  func manualClock(rule: ClockRule) async throws {
    try await rule.verify(reach: { clock, moment in clock.advance(to: moment) }) { ManualClock() }
  }
}
