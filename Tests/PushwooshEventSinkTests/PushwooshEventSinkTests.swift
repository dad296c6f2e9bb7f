import FeatureFlags
import Foundation
import PushwooshEventSink
import PushwooshWire
import StrictJSON
import Testing

@Suite("PushwooshEventSink")
struct PushwooshEventSinkTests {
  static let event = Ports.Event(
    name: "PW_FeatureFlagImpression",
    attributes: ["flag_key": .string("new_checkout"), "rule_id": .string("r_1a2b3c4d"), "enabled": .bool(true)],
    identity: Identity(applicationCode: "ABCDE-12345", userID: "user-5ecret"), deviceID: "DEVICE-5ecret",
    time: WallTime(seconds: 1_700_000_000))

  static let ok = #"{"status_code":200,"status_message":"OK","response":null}"#

  private func service() throws -> PushwooshService {
    try PushwooshService(.init(applicationCode: "ABCDE-12345", apiToken: "tok-5ecret"))
  }

  @Test("I1, I5: an event is posted once, with its own identity and time")
  func postsOnce() async throws {
    let transport = AnsweringTransport(Self.ok)
    let sink = PushwooshEventSink(service: try service(), transport: transport) { time in
      time == Self.event.time ? 10800 : 0
    }
    try await sink.deliver(Self.event)
    #expect(transport.requests.count == 1)
    let request = try #require(transport.requests.first)
    #expect(request.url == "https://ABCDE-12345.api.pushwoosh.com/json/1.3/postEvent")
    #expect(request.headers.value(of: "Authorization") == "Token tok-5ecret")
    #expect(request.timeout == .seconds(30))
    guard case .object(let body) = try JSONReader.value(of: request.body), case .object(let fields)? = body["request"]
    else {
      Issue.record("no envelope")
      return
    }
    #expect(fields["userId"] == .string("user-5ecret"))
    #expect(fields["hwid"] == .string("DEVICE-5ecret"))
    #expect(fields["event"] == .string("PW_FeatureFlagImpression"))
    #expect(fields["attributes"] == .object(Self.event.attributes))
    #expect(fields["timestampUTC"] == .integer(1_700_000_000))
    #expect(fields["timestampCurrent"] == .integer(1_700_010_800))
  }

  @Test("The limits of its configuration hold for each request")
  func limits() async throws {
    let transport = AnsweringTransport(Self.ok)
    let sink = PushwooshEventSink(
      service: try service(), transport: transport,
      configuration: .init(timeout: .seconds(2), maximumResponseBytes: 100))
    try await sink.deliver(Self.event)
    #expect(transport.requests.first?.timeout == .seconds(2))
    #expect(transport.requests.first?.maximumResponseBytes == 100)
  }

  @Test(
    "I4: anything but a full success is thrown, once and without a retry, and says nothing personal",
    arguments: [
      (200, #"{"status_code":500,"status_message":"user-5ecret"}"#, "status_code is 500"),
      (200, #"{"status_message":"user-5ecret"}"#, "no whole number"), (200, "", "unusable answer"),
      (200, "user-5ecret", "unusable answer"), (503, ok, "HTTP status 503"), (404, "user-5ecret", "HTTP status 404"),
      (204, "", "HTTP status 204"), (302, "", "HTTP status 302"),
    ])
  func failuresAreThrown(status: Int, body: String, words: String) async throws {
    let transport = AnsweringTransport(status: status, body)
    let sink = PushwooshEventSink(service: try service(), transport: transport)
    let error = try #require(await failure(of: sink))
    #expect(error.message.hasPrefix("event not delivered: ") && error.message.contains(words), "\(error)")
    #expect(!error.description.contains("5ecret"))
    #expect(transport.requests.count == 1)
  }

  @Test(
    "I4: what the transport could not do is thrown in its words",
    arguments: [TransportError.Reason.connection, .timedOut, .nameResolution, .tls, .cancelled, .tooLarge])
  func transportFailuresAreThrown(reason: TransportError.Reason) async throws {
    let transport = AnsweringTransport(.failure(TransportError(reason, "it went wrong")))
    let sink = PushwooshEventSink(service: try service(), transport: transport)
    #expect(await failure(of: sink)?.message == "event not delivered: it went wrong")
    #expect(transport.requests.count == 1)
  }

  @Test("With a proxy that cannot be used nothing is sent")
  func unusableProxy() async throws {
    let transport = AnsweringTransport(Self.ok)
    let service = try service()
    service.setReverseProxy(try ReverseProxy(url: "http://u:5ecret@p.example/"))
    let error = await failure(of: PushwooshEventSink(service: service, transport: transport))
    #expect(error?.message == "event not delivered: the reverse proxy URL must not hold a user name or password")
    #expect(transport.requests.isEmpty)
  }

  @Test("base_url of a success moves the next event, that of a failure does not")
  func movesTheBase() async throws {
    let service = try service()
    let failing = AnsweringTransport(#"{"status_code":500,"base_url":"https://c.example/json/1.3/"}"#)
    #expect(await failure(of: PushwooshEventSink(service: service, transport: failing)) != nil)
    let moving = AnsweringTransport(#"{"status_code":200,"base_url":"https://b.example/json/1.3/"}"#)
    let sink = PushwooshEventSink(service: service, transport: moving)
    try await sink.deliver(Self.event)
    try await sink.deliver(Self.event)
    #expect(
      moving.requests.map(\.url) == [
        "https://ABCDE-12345.api.pushwoosh.com/json/1.3/postEvent", "https://b.example/json/1.3/postEvent",
      ])
  }

  @Test("A cancelled delivery ends at once, as not delivered")
  func cancellation() async throws {
    let (waiting, continuation) = AsyncStream.makeStream(of: Void.self)
    let sink = PushwooshEventSink(service: try service(), transport: SilentTransport(waiting: continuation))
    let task = Task { await failure(of: sink) }
    for await _ in waiting { break }
    task.cancel()
    #expect(await task.value?.message == "event not delivered: the request was cancelled")
  }

  @Test("Local time is the system's, in summer and in winter")
  func localTime() async throws {
    for seconds: Int64 in [1_700_000_000, 1_720_000_000, 0, -1_000_000_000] {
      let transport = AnsweringTransport(Self.ok)
      var event = Self.event
      event.time = WallTime(seconds: seconds)
      try await PushwooshEventSink(service: try service(), transport: transport).deliver(event)
      let offset = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
      let text = String(decoding: try #require(transport.requests.first).body, as: UTF8.self)
      #expect(text.contains("\"timestampUTC\":\(seconds),\"timestampCurrent\":\(seconds + Int64(offset))}"))
    }
  }

  private func failure(of sink: PushwooshEventSink) async -> EventSinkError? {
    do {
      try await sink.deliver(Self.event)
      return nil
    } catch {
      return error
    }
  }
}
