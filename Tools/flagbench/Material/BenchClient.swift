import FeatureFlags
import InMemoryStore
import PushwooshWire
import SystemClock

/// A client over memory and the machine's own clock, with flags in it.
struct BenchClient {
  /// Answers every request at once with what it was given last.
  final class CannedTransport: Ports.Transport {
    private let answers: [[UInt8]]
    private let count = Counter()

    /// Gives `answers` in turn, again and again.
    init(_ answers: [[UInt8]]) {
      self.answers = answers
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      HTTPResponse(status: 200, body: answers[count.next() % answers.count])
    }
  }

  /// Takes every event.
  struct OpenSink: Ports.EventSink {
    func deliver(_ event: Ports.Event) async throws(EventSinkError) {}
  }

  let client: FeatureFlagsClient
  let store: any Ports.Store

  /// A client that gets `answers` in turn and has taken the first.
  init(answers: [[UInt8]], store: any Ports.Store = InMemoryStore()) async throws {
    let service = try PushwooshService(.init(applicationCode: "BENCH-00001"))
    let format = PushwooshWireFormat(
      service: service, configuration: .init(maximumResponseBytes: 256 << 20))
    self.store = store
    client = try FeatureFlagsClient(
      configuration: .init(applicationCode: "BENCH-00001", isThrottlingDisabled: true),
      adapters: Adapters(
        wireFormat: format, transport: CannedTransport(answers), store: store, clock: SystemClock(),
        eventSink: OpenSink()))
    try await client.refresh()
    await client.settle()
  }

  /// A client with flags under `keys`, which are the sample's, and an impression of each delivered and noted.
  static func logged(_ keys: [String]) async throws -> FeatureFlagsClient {
    let client = try await BenchClient(answers: [SampleAnswer.bytes(flags: keys.count)]).client
    for key in keys { try await client.deliverImpression(key) }
    Readers.impressions(client, keys, rounds: 1)
    await client.settle()
    return client
  }
}
