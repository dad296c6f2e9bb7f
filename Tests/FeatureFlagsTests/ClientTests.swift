import FeatureFlagsTesting
import InMemoryStore
import Locking
import Testing

@testable import FeatureFlags

@Suite("Client: what the shell does around the machine")
struct ClientTests {
  @Test("R2: a restart reads what the last run stored, before anything is sent")
  func restart() async throws {
    let bench = TestBench()
    let first = try bench.client()
    bench.transport.answer(PlainWireFormat.answer("a"))
    #expect(try await first.refresh().changedKeys == ["a"])
    await first.settle()
    first.shutdown()
    let second = try bench.client()
    #expect(second.isEnabled("a", default: false))
    #expect(second.allFlags.map(\.key) == ["a"])
    #expect(bench.transport.requests.count == 1)
  }

  @Test("R4: the default is given exactly when there is no flag")
  func defaults() async throws {
    let bench = TestBench()
    let client = try bench.client()
    #expect(client.get("a") == nil && client.isEnabled("a", default: true))
    bench.transport.answer(PlainWireFormat.answer("-a"))
    try await client.refresh()
    #expect(!client.isEnabled("a", default: true))
    bench.clock.advance(by: .hours(24))
    #expect(client.get("a") == nil && client.isEnabled("a", default: true))
  }

  @Test("C1: the device id is made once, kept, and is the User ID while none is set")
  func deviceID() async throws {
    let bench = TestBench()
    let first = try bench.client(.init(applicationCode: "APP-1"))
    await first.settle()
    let id = first.deviceID
    #expect(first.userID == id && id == id.uppercased() && id.utf8.count == 36)
    let digits = id.split(separator: "-")
    #expect(digits.map(\.count) == [8, 4, 4, 4, 12])
    #expect(digits[2].hasPrefix("4") && "89AB".contains(digits[3].first ?? "x"))
    #expect(try bench.client(.init(applicationCode: "APP-1")).deviceID == id)
    #expect(try bench.client(.init(applicationCode: "APP-1", deviceID: "given")).deviceID == "given")
  }

  @Test(
    "S5: a device id that cannot be used is set aside, and another is made",
    arguments: ["", "\"\"", "\"00000000-0000-0000-0000-000000000000\"", "7", "\u{0}"])
  func badDeviceID(content: String) async throws {
    let store = InMemoryStore([BlobName.deviceID: Array(content.utf8)])
    let bench = TestBench(store: store)
    let client = try bench.client(.init(applicationCode: "APP-1"))
    await client.settle()
    #expect(client.deviceID.utf8.count == 36)
    #expect(bench.codes() == [.recordUnusable])
    #expect(store.read(BlobName.deviceID) == Array("\"\(client.deviceID)\"".utf8))
  }

  @Test("S5: a store that cannot be read gives defaults, is reported, and nothing in it is overwritten")
  func unreadableStore() async throws {
    let store = FailingStore(InMemoryStore())
    store.failEvery(.read)
    let bench = TestBench(store: store)
    let client = try bench.client(.init(applicationCode: "APP-1"))
    await client.settle()
    #expect(client.get("a") == nil)
    #expect(bench.codes().allSatisfy { $0 == .storeReadFailed } && !bench.codes().isEmpty)
    #expect(!store.calls.contains { $0.operation == .write })
  }

  @Test("S5: a damaged record is set aside once and gives defaults")
  func damagedRecord() async throws {
    let store = InMemoryStore([BlobName.flags: Array("{\"format\":\"swift-feature-flags\"}\n{}\n".utf8)])
    let bench = TestBench(store: store)
    let client = try bench.client()
    await client.settle()
    #expect(client.allFlags.isEmpty)
    #expect(bench.codes().contains(.recordUnusable))
    #expect(store.read(BlobName.flags) == nil)
    let next = try bench.client()
    await next.settle()
    #expect(bench.codes().filter { $0 == .recordUnusable }.count == 1)
  }

  @Test("S6: what cannot be written is readable, is reported, and is written with the next answer")
  func failingWrites() async throws {
    let memory = InMemoryStore()
    let store = FailingStore(memory)
    let bench = TestBench(store: store)
    let client = try bench.client(.init(applicationCode: "APP-1", userID: "u-1", isThrottlingDisabled: true))
    await client.settle()
    store.failEvery(.write)
    bench.transport.answer(PlainWireFormat.answer("a"))
    try await client.refresh()
    await client.settle()
    #expect(client.isEnabled("a", default: false))
    #expect(bench.codes().contains(.storeWriteFailed))
    store.heal()
    bench.transport.answer(PlainWireFormat.answer("a"))
    #expect(try await client.refresh().kind == .unchanged)
    await client.settle()
    #expect(memory.read(BlobName.flags) != nil)
  }

  @Test("an unchanged answer writes nothing, and the tag goes with the next request")
  func unchanged() async throws {
    let store = FailingStore(InMemoryStore())
    let bench = TestBench(store: store)
    let client = try bench.client(.init(applicationCode: "APP-1", deviceID: "d", isThrottlingDisabled: true))
    bench.transport.answer(PlainWireFormat.answer("a", tag: "\"v1\""))
    bench.transport.answer(HTTPResponse(status: 304))
    try await client.refresh()
    #expect(try await client.refresh().kind == .unchanged)
    await client.settle()
    #expect(store.calls.filter { $0.operation == .write }.count == 1)
    #expect(bench.transport.requests.last?.headers.value(of: "if-none-match") == "\"v1\"")
  }

  @Test(
    "T5, S2: when setUserID returns no read sees the last user; the old transfer is aborted; callers get the new result"
  )
  func userSwitch() async throws {
    let bench = TestBench()
    let client = try bench.client(.init(applicationCode: "APP-1", userID: "u-1", isThrottlingDisabled: true))
    bench.transport.answer(PlainWireFormat.answer("secret"))
    try await client.refresh()
    let old = bench.transport.hold()
    async let waiting = client.refresh()
    _ = try await bench.transport.request(number: 2)
    let new = bench.transport.hold()
    client.setUserID("  u-2\n")
    #expect(client.get("secret") == nil && client.userID == "u-2")
    let request = try await bench.transport.request(number: 3)
    #expect(request.body == Array("u-2".utf8))
    old.release(PlainWireFormat.answer("secret"))
    new.release(PlainWireFormat.answer("b"))
    #expect(try await waiting.changedKeys == ["b"])
    #expect(client.allFlags.map(\.key) == ["b"])
    try await bench.transport.waitForCancelled(count: 1)
  }

  @Test("C3: a blank User ID is ignored with a warning")
  func blankUser() async throws {
    let bench = TestBench()
    let client = try bench.client()
    client.setUserID(" \t\u{a0} ")
    #expect(client.userID == "u-1")
    #expect(bench.codes() == [.userIDIgnored])
    let other = try TestBench().client(.init(applicationCode: "APP-1", userID: "  ", deviceID: "d"))
    #expect(other.userID == "d")
  }

  @Test("T4: 100 calls at once share a request, and each ends exactly once")
  func manyCalls() async throws {
    let bench = TestBench()
    let client = try bench.client()
    let answer = bench.transport.hold()
    let kinds = try await withThrowingTaskGroup(of: RefreshOutcome.Kind.self) { group in
      for _ in 0..<100 { group.addTask { try await client.refresh().kind } }
      _ = try await bench.transport.request(number: 1)
      answer.release(PlainWireFormat.answer("a"))
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(kinds.count == 100 && bench.transport.requests.count == 1)
  }

  @Test("a caller that is cancelled ends at once; the request goes on for the others")
  func cancelledCaller() async throws {
    let bench = TestBench()
    let client = try bench.client()
    let answer = bench.transport.hold()
    let caller = Task { try await client.refresh() }
    _ = try await bench.transport.request(number: 1)
    caller.cancel()
    await #expect(throws: FeatureFlagsError.self) { try await caller.value }
    answer.release(PlainWireFormat.answer("a"))
    await client.settle()
    #expect(client.isEnabled("a", default: false))
  }

  @Test("E1, E2: a failure says in words, code and type what happened")
  func failures() async throws {
    let bench = TestBench()
    let client = try bench.client()
    bench.transport.fail(TransportError(.tls, "the certificate has expired"))
    var error = await #expect(throws: FeatureFlagsError.self) { try await client.refresh() }
    #expect(error?.code == 0 && error?.transportReason == .tls && error?.message == "the certificate has expired")
    bench.transport.answer(HTTPResponse(status: 200, body: Array("[{]".utf8)))
    error = await #expect(throws: FeatureFlagsError.self) { try await client.refresh() }
    #expect(error?.code == 200 && error?.byteOffset == 2)
    bench.transport.answer(HTTPResponse(status: 503, headers: [HTTPHeader("retry-after", "60")]))
    error = await #expect(throws: FeatureFlagsError.self) { try await client.refresh() }
    #expect(error?.code == 503 && error?.retryAt == bench.clock.now().wall + .minutes(1))
  }

  @Test("T10: a request that cannot be made fails with its own error and starts no window")
  func noRoute() async throws {
    let bench = TestBench()
    let client = try bench.client()
    let obstacle = FeatureFlagsError(code: 0, reason: .endpoint, message: "must end with json/1.3/")
    bench.wire.blocked.withLock { $0 = obstacle }
    await #expect(throws: obstacle) { try await client.refresh() }
    #expect(bench.transport.requests.isEmpty)
  }

  @Test("T1: the hourly refresh comes from the clock's own wake")
  func hourly() async throws {
    let bench = TestBench()
    let client = try bench.client()
    bench.transport.answer(PlainWireFormat.answer("a"))
    client.didBecomeActive()
    await client.settle()
    try await bench.clock.waitForSleepers(count: 1)
    bench.transport.answer(PlainWireFormat.answer("a", "b"))
    bench.clock.advance(by: .hours(1))
    await client.settle()
    #expect(client.allFlags.count == 2)
    client.didEnterBackground()
    client.didRegisterForPush()
  }

  @Test("T11: stopped communication stays stopped across a restart, until it is started")
  func stopped() async throws {
    let bench = TestBench()
    let first = try bench.client()
    first.stopServerCommunication()
    await first.settle()
    let second = try bench.client()
    await #expect(throws: FeatureFlagsError.communicationIsStopped) { try await second.refresh() }
    second.startServerCommunication()
    await second.settle()
    let third = try bench.client(
      .init(applicationCode: "APP-1", userID: "u-1", isCommunicationStoppedInitially: true))
    bench.transport.answer(PlainWireFormat.answer("a"))
    try await third.refresh()
  }

  @Test("I1, I4: an impression reaches the sink; one that failed is sent by the next call")
  func impressions() async throws {
    let bench = TestBench()
    let client = try bench.client()
    bench.transport.answer(PlainWireFormat.answer("a"))
    try await client.refresh()
    bench.sink.failNext()
    await #expect(throws: EventSinkError.self) { try await client.deliverImpression("a") }
    #expect(try await client.deliverImpression("a") == .sent)
    #expect(try await client.deliverImpression("a") == .duplicate)
    #expect(try await client.deliverImpression("b") == .noFlag)
    client.logImpression("a")
    await client.settle()
    #expect(bench.sink.events.map(\.name) == ["PW_FeatureFlagImpression"])
    #expect(bench.codes().contains(.impressionFailed))
  }

  @Test("C2: a configuration that cannot work is refused by the name of its key")
  func configuration() {
    for code in ["", "A.B", "A B", "é", "A/B"] {
      let error = #expect(throws: ConfigurationError.self) { try TestBench().client(.init(applicationCode: code)) }
      #expect(error?.key == "applicationCode")
    }
    for id in ["", " ", "0000-0000", "a b", String(repeating: "x", count: 256)] {
      let error = #expect(throws: ConfigurationError.self) {
        try TestBench().client(.init(applicationCode: "A", deviceID: id))
      }
      #expect(error?.key == "deviceID")
    }
  }

  @Test("status tells age, validity, window and session")
  func status() async throws {
    let bench = TestBench()
    let client = try bench.client()
    #expect(client.status.age == nil && client.status.validFor == .zero && client.status.throttledFor == .zero)
    bench.transport.answer(PlainWireFormat.answer("a"))
    client.didBecomeActive()
    await client.settle()
    bench.clock.advance(by: .minutes(1))
    let status = client.status
    #expect(status.age == .minutes(1) && status.validFor == .hours(24) - .minutes(1))
    #expect(status.throttledFor == .minutes(4) && status.session == 1 && status.flagCount == 1)
    client.clearStoredFlags()
    await client.settle()
    #expect(client.status.age == nil)
  }
}
