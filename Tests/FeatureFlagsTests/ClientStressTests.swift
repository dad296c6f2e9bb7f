import FeatureFlagsTesting
import InMemoryStore
import Locking
import Testing

@testable import FeatureFlags

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Answers each request with a flag named for the user who asks.
private struct EchoTransport: Ports.Transport {
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    await Task.yield()
    if Task.isCancelled { throw TransportError(.cancelled, "cancelled") }
    return PlainWireFormat.answer(String(decoding: request.body, as: UTF8.self))
  }
}

/// A listener that takes itself out when called, and counts.
@MainActor
private final class OneShotListener: FeatureFlagsUpdateListener {
  private let client: FeatureFlagsClient
  private(set) var calls = 0

  init(client: FeatureFlagsClient) {
    self.client = client
    client.addUpdateListener(self)
  }

  func featureFlagsDidUpdate() {
    calls += 1
    client.removeUpdateListener(self)
  }
}

/// Everything at once, for thread and address sanitizer; `STRESS_ROUNDS` makes it longer.
@Suite("Client under stress")
struct ClientStressTests {
  private var rounds: Int { getenv("STRESS_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 100 }

  @Test("S2, T4, T5, L2: 8 readers, a refresher, a user switcher, and listeners that come and go")
  func everythingAtOnce() async throws {
    let store = InMemoryStore()
    let sink = RecordingEventSink()
    let client = try FeatureFlagsClient(
      configuration: .init(applicationCode: "APP-1", userID: "u-0", deviceID: "d", isThrottlingDisabled: true),
      adapters: Adapters(
        wireFormat: PlainWireFormat(), transport: EchoTransport(), store: store, clock: ManualClock(), eventSink: sink))
    let isDone = Locked(false)
    let rounds = rounds
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          while !isDone.withLock({ $0 }) {
            for flag in client.allFlags {
              #expect(client.get(flag.key)?.key ?? flag.key == flag.key)
            }
            await Task.yield()
          }
        }
      }
      group.addTask {
        while !isDone.withLock({ $0 }) {
          _ = try? await client.refresh()
          client.logImpression("u-1")
        }
      }
      group.addTask { await Self.comeAndGo(client, until: isDone) }
      for round in 1...rounds {
        let user = "u-\(round % 7)"
        client.setUserID(user)
        // The one who switches never reads another's flag, whatever the others do meanwhile.
        #expect(client.allFlags.allSatisfy { $0.key == user })
        round % 2 == 0 ? client.didBecomeActive() : client.didEnterBackground()
        await Task.yield()
        #expect(client.allFlags.allSatisfy { $0.key == user })
      }
      isDone.withLock { $0 = true }
    }
    client.shutdown()
    await client.settle()
  }

  @MainActor private static func comeAndGo(_ client: FeatureFlagsClient, until isDone: Locked<Bool>) async {
    while !isDone.withLock({ $0 }) {
      let listener = OneShotListener(client: client)
      await Task.yield()
      #expect(listener.calls <= 1)
    }
  }

  @Test("C4: clients that are dropped with transfers pending leave nothing behind")
  func droppedClients() async throws {
    weak var last: Engine?
    for _ in 0..<rounds {
      let transport = ScriptedTransport()
      _ = transport.hold()
      var client: FeatureFlagsClient? = try FeatureFlagsClient(
        configuration: .init(applicationCode: "APP-1", userID: "u-0", deviceID: "d"),
        adapters: Adapters(
          wireFormat: PlainWireFormat(), transport: transport, store: InMemoryStore(), clock: ManualClock(),
          eventSink: RecordingEventSink()))
      last = client?.engine
      client?.didBecomeActive()
      client?.refresh(completion: nil)
      _ = try await transport.request(number: 1)
      let engine = client?.engine
      client = nil
      await engine?.settle(includingMainCalls: false)
    }
    // What ran last may still be on its way out of the queue.
    for _ in 0..<10_000 where last != nil { await Task.yield() }
    #expect(last == nil)
  }
}
