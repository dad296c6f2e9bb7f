import FeatureFlagsTesting
import Locking
import Testing

@testable import FeatureFlags

@Suite("The client's timer")
struct ClientTimerTests {
  /// A manual clock that counts how often somebody sleeps on it.
  private final class CountingClock: Ports.Clock {
    let manual = ManualClock()
    let sleeps = Locked(0)

    func uptime() -> Uptime { manual.uptime() }

    func now() -> ClockReading { manual.now() }

    func sleep(until deadline: Uptime) async throws {
      sleeps.withLock { $0 += 1 }
      try await manual.sleep(until: deadline)
    }
  }

  @Test("S1: a hundred refreshes that each move the expiry set one timer, and the flags still end at 24 h")
  func oneTimer() async throws {
    let bench = TestBench()
    let clock = CountingClock()
    let client = try FeatureFlagsClient(
      configuration: .init(applicationCode: "APP-1", userID: "u-1", isThrottlingDisabled: true),
      adapters: Adapters(
        wireFormat: bench.wire, transport: bench.transport, store: bench.store, clock: clock, eventSink: bench.sink))
    for _ in 0..<100 {
      bench.transport.answer(PlainWireFormat.answer("a"))
      try await client.refresh()
      clock.manual.advance(by: .seconds(1))
    }
    await client.settle()
    try await clock.manual.waitForSleeper(dueBy: Uptime(nanoseconds: .max))
    #expect(clock.sleeps.withLock { $0 } == 1)

    // The early ring plans the next one, at the end of what was received last.
    let last = clock.uptime() - Nanoseconds(1_000_000_000) + .hours(24)
    clock.manual.advance(to: last - Nanoseconds(1))
    try await clock.manual.waitForSleeper(dueBy: last)
    await client.settle()
    #expect(client.isEnabled("a", default: false) && client.status.flagCount == 1)
    clock.manual.advance(to: last)
    await client.settle()
    #expect(client.get("a") == nil && client.status.flagCount == 0)
    #expect(clock.sleeps.withLock { $0 } == 2)
  }
}
