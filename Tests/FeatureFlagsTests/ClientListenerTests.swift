import FeatureFlagsTesting
import Testing

@testable import FeatureFlags

/// A listener that keeps what it saw, and does something when called.
@MainActor
private final class Listener: FeatureFlagsUpdateListener {
  private(set) var calls = 0
  var onCall: () -> Void = {}

  func featureFlagsDidUpdate() {
    calls += 1
    onCall()
  }
}

@Suite("Client: listeners, completions and changes")
@MainActor
struct ClientListenerTests {
  let bench = TestBench()

  private func makeClient() throws -> FeatureFlagsClient {
    try bench.client(.init(applicationCode: "APP-1", userID: "u-1", isThrottlingDisabled: true))
  }

  private func refresh(_ client: FeatureFlagsClient, _ response: HTTPResponse) async throws {
    bench.transport.answer(response)
    try await client.refresh()
    await client.settleIncludingMainCalls()
  }

  @Test("L1, L2: a listener is called once after each change, sees the new flags, and counts once though added twice")
  func calls() async throws {
    let client = try makeClient()
    let listener = Listener()
    var seen: [Bool] = []
    listener.onCall = { seen.append(client.isEnabled("a", default: false)) }
    client.addUpdateListener(listener)
    client.addUpdateListener(listener)
    try await refresh(client, PlainWireFormat.answer("a"))
    try await refresh(client, PlainWireFormat.answer("a"))
    try await refresh(client, PlainWireFormat.answer("-a"))
    #expect(listener.calls == 2 && seen == [true, false])
    client.removeUpdateListener(listener)
    try await refresh(client, PlainWireFormat.answer("a"))
    #expect(listener.calls == 2)
  }

  @Test("L2: a released listener is never called and leaves nothing behind")
  func weakness() async throws {
    let client = try makeClient()
    weak var released: Listener?
    do {
      let listener = Listener()
      released = listener
      client.addUpdateListener(listener)
    }
    #expect(released == nil)
    try await refresh(client, PlainWireFormat.answer("a"))
    for _ in 0..<1000 { client.addUpdateListener(Listener()) }
    let last = Listener()
    client.addUpdateListener(last)
    try await refresh(client, PlainWireFormat.answer("-a"))
    #expect(last.calls == 1)
  }

  @Test("L2: listeners may add and remove one another inside the callback")
  func changesInside() async throws {
    let client = try makeClient()
    let (first, second, third) = (Listener(), Listener(), Listener())
    first.onCall = {
      client.removeUpdateListener(first)
      client.removeUpdateListener(second)
      client.addUpdateListener(third)
    }
    client.addUpdateListener(first)
    client.addUpdateListener(second)
    try await refresh(client, PlainWireFormat.answer("a"))
    #expect([first.calls, second.calls, third.calls] == [1, 0, 0])
    try await refresh(client, PlainWireFormat.answer("-a"))
    #expect([first.calls, second.calls, third.calls] == [1, 0, 1])
  }

  @Test("L3: the completion comes once, on the main actor, after the listeners; it may be nil")
  func completion() async throws {
    let client = try makeClient()
    let listener = Listener()
    var order: [String] = []
    listener.onCall = { order.append("listener") }
    client.addUpdateListener(listener)
    bench.transport.answer(PlainWireFormat.answer("a"))
    client.refresh { error in order.append("completion \(error == nil)") }
    await client.settleIncludingMainCalls()
    #expect(order == ["listener", "completion true"])
    bench.transport.answer(HTTPResponse(status: 500))
    client.refresh { error in order.append("completion \(error?.code ?? -1)") }
    await client.settleIncludingMainCalls()
    #expect(order.last == "completion 500" && order.count == 3)
    bench.transport.answer(PlainWireFormat.answer("b"))
    client.refresh(completion: nil)
    await client.settleIncludingMainCalls()
    #expect(client.allFlags.map(\.key) == ["b"])
  }

  @Test("L4: the change stream gives the keys of each change, and ends with the client")
  func stream() async throws {
    let client = try makeClient()
    let changes = client.changes
    try await refresh(client, PlainWireFormat.answer("a"))
    try await refresh(client, PlainWireFormat.answer("a"))
    try await refresh(client, PlainWireFormat.answer("b"))
    client.shutdown()
    var seen: [[String]] = []
    for await update in changes { seen.append(update.changedKeys) }
    #expect(seen == [["a"], ["a", "b"]])
    for await _ in client.changes { Issue.record("a stream of a client that is shut down must be empty") }
  }

  @Test("a stream that nobody reads keeps the newest updates, and the loss is reported")
  func slowReader() async throws {
    let client = try makeClient()
    let changes = client.changes
    for round in 0..<300 { try await refresh(client, PlainWireFormat.answer(round % 2 == 0 ? "a" : "-a")) }
    client.shutdown()
    var count = 0
    for await _ in changes { count += 1 }
    #expect(count == 256)
    #expect(bench.codes().filter { $0 == .updateDropped }.count == 44)
  }
}
