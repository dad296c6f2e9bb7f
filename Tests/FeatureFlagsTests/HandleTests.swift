import FeatureFlagsTesting
import InMemoryStore
import Testing

@testable import FeatureFlags

@Suite("Handles, and the short way for duplicates")
struct HandleTests {
  /// A client that is never held back, and has refreshed once to `keys`.
  private func client(_ bench: TestBench, _ keys: String...) async throws -> FeatureFlagsClient {
    let client = try bench.client(.init(applicationCode: "APP-1", userID: "u-1", isThrottlingDisabled: true))
    for key in keys { try await refresh(client, bench, key) }
    return client
  }

  private func refresh(_ client: FeatureFlagsClient, _ bench: TestBench, _ key: String) async throws {
    bench.transport.answer(PlainWireFormat.answer(key))
    try await client.refresh()
  }

  @Test("R4, S1: a handle gives the state, follows refreshes, and the default at exactly 24 h")
  func follows() async throws {
    let bench = TestBench()
    let client = try await client(bench)
    let handle = client.flag("a")
    #expect(handle.isEnabled(default: true) && !handle.isEnabled(default: false))
    try await refresh(client, bench, "a")
    #expect(handle.isEnabled(default: false))
    try await refresh(client, bench, "-a")
    #expect(!handle.isEnabled(default: true))
    bench.clock.advance(by: .hours(24) - Nanoseconds(1))
    #expect(!handle.isEnabled(default: true))
    bench.clock.advance(by: Nanoseconds(1))
    #expect(handle.isEnabled(default: true) && client.get("a") == nil)
  }

  @Test("T5: when setUserID returns, a handle gives nothing of the last user's")
  func userChange() async throws {
    let bench = TestBench()
    let client = try await client(bench, "a")
    let handle = client.flag("a")
    #expect(handle.isEnabled(default: false))
    bench.transport.answer(PlainWireFormat.answer("b"))
    client.setUserID("another")
    #expect(!handle.isEnabled(default: false))
    await client.settle()
    #expect(!handle.isEnabled(default: false) && client.isEnabled("b", default: false))
  }

  @Test("C4: a handle outlives its client; handles that nobody holds are forgotten")
  func lifetime() async throws {
    let bench = TestBench()
    var owner: FeatureFlagsClient? = try await client(bench, "a")
    let handle = try #require(owner?.flag("a"))
    for number in 0..<1000 { #expect(owner?.flag("other-\(number)").isEnabled(default: true) == true) }
    try await refresh(try #require(owner), bench, "-a")
    #expect(!handle.isEnabled(default: true))
    owner = nil
    #expect(!handle.isEnabled(default: true))
    #expect("\(handle)" == "FlagHandle(a)")
  }

  @Test("I2: the short way for duplicates ends with the session, the state and the user")
  func shortWay() async throws {
    let bench = TestBench()
    let client = try await client(bench, "a")
    func log() async -> Int {
      for _ in 0..<3 { client.logImpression("a") }
      await client.settle()
      return bench.sink.events.count
    }
    bench.transport.answer(PlainWireFormat.answer("a"))
    client.didBecomeActive()
    #expect(await log() == 1)
    client.didEnterBackground()
    bench.clock.advance(by: .minutes(30))
    bench.transport.answer(PlainWireFormat.answer("a"))
    client.didBecomeActive()
    #expect(await log() == 2)
    try await refresh(client, bench, "-a")
    #expect(await log() == 3)
    bench.transport.answer(PlainWireFormat.answer("-a"))
    client.setUserID("another")
    await client.settle()
    #expect(await log() == 4)
  }

  @Test("I4: a duplicate of an impression that then fails is no duplicate any more")
  func failure() async throws {
    let bench = TestBench()
    let client = try await client(bench, "a")
    bench.sink.failNext()
    for _ in 0..<3 { client.logImpression("a") }
    await client.settle()
    client.logImpression("a")
    await client.settle()
    #expect(bench.sink.events.count == 1)
  }

  @Test("S1: a state in one word keeps the moment it expires to the nanosecond")
  func word() {
    for nanoseconds: Int64 in [0, 1, 86_400_000_000_000, -1, 1 << 59] {
      let state = FlagState(isEnabled: true, expiry: Uptime(nanoseconds: nanoseconds))
      #expect(state.expiry.nanoseconds == nanoseconds)
    }
    #expect(FlagState(isEnabled: false, expiry: Uptime(nanoseconds: .max)).expiry.nanoseconds == 1 << 60)
  }
}
