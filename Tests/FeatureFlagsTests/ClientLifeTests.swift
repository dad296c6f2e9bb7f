import Dispatch
import FeatureFlagsTesting
import InMemoryStore
import Locking
import Testing

@testable import FeatureFlags

@Suite("Client: shutting down, and never calling out under a lock")
struct ClientLifeTests {
  @Test("C4: shutdown ends transfers and timers; whoever waits fails with code 0; reads go on")
  func shutDown() async throws {
    let bench = TestBench()
    let client = try bench.client(.init(applicationCode: "APP-1", userID: "u-1", isThrottlingDisabled: true))
    bench.transport.answer(PlainWireFormat.answer("a"))
    client.didBecomeActive()
    await client.settle()
    let held = bench.transport.hold()
    let waiting = Task { try await client.refresh() }
    _ = try await bench.transport.request(number: 2)
    client.shutdown()
    await #expect(throws: FeatureFlagsError.clientIsShutDown) { try await waiting.value }
    await client.settle()
    try await bench.transport.waitForCancelled(count: 1)
    held.release(PlainWireFormat.answer("b"))
    #expect(bench.clock.sleeperCount == 0)
    #expect(client.isEnabled("a", default: false))
    await #expect(throws: FeatureFlagsError.clientIsShutDown) { try await client.refresh() }
    await #expect(throws: EventSinkError.self) { try await client.deliverImpression("a") }
    client.didBecomeActive()
    client.setUserID("u-2")
    client.shutdown()
    await client.settle()
    #expect(bench.transport.requests.count == 2)
  }

  @Test("C4: a client that is dropped ends its transfer and its timer")
  func dropped() async throws {
    let bench = TestBench()
    var client: FeatureFlagsClient? = try bench.client()
    let held = bench.transport.hold()
    client?.didBecomeActive()
    _ = try await bench.transport.request(number: 1)
    client?.refresh(completion: nil)
    client = nil
    try await bench.transport.waitForCancelled(count: 1)
    held.release(PlainWireFormat.answer("a"))
  }

  @Test("C4: an impression under way when the client is shut down is given up")
  func impressionUnderWay() async throws {
    let bench = TestBench()
    let client = try bench.client()
    bench.transport.answer(PlainWireFormat.answer("a", "b"))
    try await client.refresh()
    bench.sink.hold()
    let first = Task { try await client.deliverImpression("a") }
    _ = try await bench.sink.waitForAttempts(1)
    let second = Task { try await client.deliverImpression("b") }
    client.shutdown()
    await #expect(throws: EventSinkError.self) { try await first.value }
    _ = try? await second.value
    bench.sink.release()
    await client.settle()
    #expect(bench.sink.attempts.count == 1)
  }

  @Test("no lock is held while a store, sink, transport or diagnostics handler runs: all of them may call the client")
  func reentrancy() async throws {
    let box = Locked<FeatureFlagsClient?>(nil)
    let poke: @Sendable () -> Void = {
      guard let client = box.withLock({ $0 }) else { return }
      _ = client.get("a")
      _ = client.status
      client.logImpression("a")
      client.setUserID(client.userID)
      client.didEnterBackground()
    }
    let store = PokingStore(poke: poke)
    let bench = TestBench(store: store)
    let client = try bench.client(onDiagnostic: { _ in poke() })
    box.withLock { $0 = client }
    bench.transport.answer(PlainWireFormat.answer("a"))
    try await client.refresh()
    client.setUserID("u-2")
    await client.settle()
    #expect(store.calls.withLock { $0 } > 1)
    box.withLock { $0 = nil }
  }

  @Test("R2: nothing waits for a store that hangs: reads, refreshes, user switches and the background go on")
  func hangingStore() async throws {
    let store = HangingStore()
    let bench = TestBench(store: store)
    let client = try bench.client(.init(applicationCode: "APP-1", userID: "u-1", deviceID: "d"))
    bench.transport.answer(PlainWireFormat.answer("a"))
    try await client.refresh()
    await store.writes.first { _ in true }
    #expect(client.isEnabled("a", default: false))
    bench.transport.answer(PlainWireFormat.answer("b"))
    client.didBecomeActive()
    client.setUserID("u-2")
    client.didEnterBackground()
    #expect(client.get("a") == nil)
    try await client.refresh()
    #expect(client.isEnabled("b", default: false))
    store.letGo()
    await client.settle()
  }

  @Test("T5: readers beside a user switch see the one or the other, never the old after the new")
  func concurrentReaders() async throws {
    let bench = TestBench()
    let client = try bench.client(.init(applicationCode: "APP-1", userID: "u-0", isThrottlingDisabled: true))
    let isDone = Locked(false)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          while !isDone.withLock({ $0 }) {
            _ = client.allFlags
            _ = client.get("u")
            await Task.yield()
          }
        }
      }
      for round in 1...50 {
        bench.transport.answer(PlainWireFormat.answer("u-\(round)"))
        client.setUserID("u-\(round)")
        let keys = client.allFlags.map(\.key)
        #expect(keys.isEmpty || keys == ["u-\(round)"])
        await client.settle()
        #expect(client.allFlags.map(\.key) == ["u-\(round)"])
      }
      isDone.withLock { $0 = true }
    }
  }
}

/// A store that calls back into the client with everything it does.
private final class PokingStore: Ports.Store {
  let calls = Locked(0)
  private let memory = InMemoryStore()
  private let poke: @Sendable () -> Void

  init(poke: @escaping @Sendable () -> Void) {
    self.poke = poke
  }

  func read(_ name: String) throws(StoreError) -> [UInt8]? {
    poke()
    return memory.read(name)
  }

  func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    calls.withLock { $0 += 1 }
    poke()
    memory.write(bytes, to: name)
  }

  func remove(_ name: String) throws(StoreError) {
    calls.withLock { $0 += 1 }
    poke()
    memory.remove(name)
  }
}

/// A store whose writes hang until they are let go.
private final class HangingStore: Ports.Store {
  /// An element for each write that has begun.
  let writes: AsyncStream<Void>
  private let began: AsyncStream<Void>.Continuation
  private let gate = DispatchSemaphore(value: 0)

  init() {
    (writes, began) = AsyncStream.makeStream()
  }

  func read(_ name: String) throws(StoreError) -> [UInt8]? { nil }

  func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    began.yield()
    gate.wait()
  }

  func remove(_ name: String) throws(StoreError) {}

  func letGo() {
    for _ in 0..<10 { gate.signal() }
  }
}
