import Dispatch
import FeatureFlagsTesting
import Locking
import Testing

@testable import FeatureFlags

/// The quick versions of what `Tools/load` does at full size: nothing piles up, and what is dropped is counted.
@Suite("Client under load")
struct ClientLoadTests {
  @Test("I2: impressions that nobody asks about and that change nothing leave no work behind")
  func duplicates() async throws {
    let bench = TestBench()
    let client = try bench.client()
    bench.transport.answer(PlainWireFormat.answer("a"))
    try await client.refresh()
    await client.settle()
    bench.sink.hold()
    client.logImpression("a")
    #expect(try await bench.sink.waitForAttempts(1).count == 1)
    let before = client.backlog.changes
    for _ in 0..<20_000 { client.logImpression("a") }
    for _ in 0..<20_000 { client.logImpression("unknown") }
    // A few, for what was still ending when the counting began; not one for each call.
    #expect(client.backlog.changes - before < 10)
    #expect(client.status.droppedImpressionCount == 0)
    bench.sink.release()
    await client.settle()
    #expect(bench.sink.events.count == 1)
  }

  @Test("I4: with a dead sink 1000 impressions wait, the others are dropped and counted")
  func drops() async throws {
    let bench = TestBench()
    let client = try bench.client()
    let keys = (0..<3000).map { "flag-\($0)" }
    let flags = keys.map { #"{"key":"\#($0)","on":true,"rule":"r"}"# }.joined(separator: ",")
    bench.transport.answer(HTTPResponse(status: 200, body: Array("[\(flags)]".utf8)))
    try await client.refresh()
    bench.sink.hold()
    for key in keys { client.logImpression(key) }
    #expect(client.status.droppedImpressionCount == 2000)
    bench.sink.release()
    await client.settle()
    #expect(bench.sink.events.count == 1000)
    let counts = bench.diagnostics.withLock { $0 }.filter { $0.code == .impressionDropped }.map { $0.values["dropped"] }
    #expect(counts.last == "2000")
    // What was dropped is sent by the next call.
    #expect(try await client.deliverImpression(keys[2999]) == .sent)
  }

  @Test("C5: drops that are told more slowly than they happen are told as one, with the whole count")
  func coalescing() async throws {
    let bench = TestBench()
    let gate = DispatchSemaphore(value: 0)
    let (entries, entered) = AsyncStream.makeStream(of: Void.self)
    let client = try bench.client(onDiagnostic: { diagnostic in
      guard diagnostic.code == .impressionDropped else { return }
      entered.yield()
      gate.wait()
    })
    let keys = (0..<2000).map { "flag-\($0)" }
    let flags = keys.map { #"{"key":"\#($0)","on":true,"rule":"r"}"# }.joined(separator: ",")
    bench.transport.answer(HTTPResponse(status: 200, body: Array("[\(flags)]".utf8)))
    try await client.refresh()
    await client.settle()
    bench.sink.hold()
    for key in keys.prefix(1001) { client.logImpression(key) }
    for await _ in entries { break }
    // The handler is in its first call now, and keeps the queue.
    for key in keys.dropFirst(1001) { client.logImpression(key) }
    for _ in 0..<1000 { gate.signal() }
    bench.sink.release()
    await client.settle()
    let counts = bench.diagnostics.withLock { $0 }.filter { $0.code == .impressionDropped }.map { $0.values["dropped"] }
    #expect(counts == ["1", "1000"])
  }

  @Test("L1, L2: 10 000 listeners are each told once, and none when they are gone")
  @MainActor func listeners() async throws {
    final class Counter: FeatureFlagsUpdateListener {
      var count = 0
      func featureFlagsDidUpdate() { count += 1 }
    }
    let bench = TestBench()
    let client = try bench.client(.init(applicationCode: "APP-1", userID: "u-1", isThrottlingDisabled: true))
    var listeners = (0..<10_000).map { _ in Counter() }
    for listener in listeners { client.addUpdateListener(listener) }
    bench.transport.answer(PlainWireFormat.answer("a"))
    try await client.refresh()
    await client.settleIncludingMainCalls()
    #expect(listeners.allSatisfy { $0.count == 1 })
    listeners = []
    bench.transport.answer(PlainWireFormat.answer("b"))
    try await client.refresh()
    await client.settleIncludingMainCalls()
  }
}
