import FeatureFlags
import FeatureFlagsTesting
import Foundation
import StdoutEventSink
import StrictJSON
import Testing

@Suite("StdoutEventSink")
struct StdoutEventSinkTests {
  private let event = Ports.Event(
    name: "PW_FeatureFlagImpression",
    attributes: ["flag_key": .string("new_checkout"), "rule_id": .string("r_1a2b3c4d"), "enabled": .bool(true)],
    identity: Identity(applicationCode: "DEMO0-00001", userID: "u-7"), deviceID: "D",
    time: WallTime(nanoseconds: 1_767_225_600_999_999_999))

  private let line =
    #"{"event":"PW_FeatureFlagImpression","attributes":{"flag_key":"new_checkout","rule_id":"r_1a2b3c4d","#
    + #""enabled":true},"userId":"u-7","time":1767225600}"# + "\n"

  @Test(
    "I4, I5: it keeps the contract of Ports.EventSink, on an output that is a closure", arguments: EventSinkRule.all)
  func keepsTheContract(rule: EventSinkRule) async throws {
    try await rule.verify {
      let capture = Capture()
      return EventSinkFixture(
        sink: StdoutEventSink(capture.configuration),
        received: { try receivedEvents(in: Array(capture.calls.joined())) },
        failNext: { capture.failNext() })
    }
  }

  @Test("I4, I5: it keeps the contract of Ports.EventSink, on a file", arguments: EventSinkRule.all)
  func keepsTheContractOnAFile(rule: EventSinkRule) async throws {
    let path = FileManager.default.temporaryDirectory.path + "/stdout-sink.\(UUID().uuidString)"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    unlink(path)
    defer { close(descriptor) }
    try await rule.verify {
      EventSinkFixture(sink: StdoutEventSink(.init(fileDescriptor: descriptor))) {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return try receivedEvents(in: Array(bytes.prefix(max(count, 0))))
      }
    }
  }

  @Test("I4: it keeps the contract of Ports.EventSink, on a pipe that is full", arguments: EventSinkRule.all.suffix(2))
  func keepsTheContractOnAFullPipe(rule: EventSinkRule) async throws {
    let pipe = try OpenPipe()
    try await rule.verify {
      EventSinkFixture(
        sink: StdoutEventSink(.init(fileDescriptor: pipe.writer, timeout: .seconds(1))),
        received: { try receivedEvents(in: pipe.contents()) }, stall: { _ = pipe.fill() })
    }
  }

  @Test("I1, I5: an event is one line of exactly this form, in one call")
  func form() async throws {
    let capture = Capture()
    try await StdoutEventSink(capture.configuration).deliver(event)
    #expect(capture.calls == [Array(line.utf8)])
  }

  @Test("I5: a time before 1970 is rounded down, as all times are")
  func earlyTime() async throws {
    let capture = Capture()
    var event = event
    event.time = WallTime(nanoseconds: -1)
    try await StdoutEventSink(capture.configuration).deliver(event)
    #expect(try receivedEvents(in: capture.calls[0]).first?.seconds == -1)
  }

  @Test("Line ends inside of values do not end the line")
  func oneLine() async throws {
    let capture = Capture()
    var event = event
    event.attributes["flag_key"] = .string("a\nb\r\nc\u{2028}d")
    try await StdoutEventSink(capture.configuration).deliver(event)
    #expect(capture.calls[0].filter { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.count == 1)
    #expect(capture.calls[0].last == UInt8(ascii: "\n"))
  }

  @Test("I4: a delivery cancelled while the line before it is written ends, and its line is not written")
  func cancelledInTheQueue() async throws {
    let capture = Capture()
    let gate = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let sink = StdoutEventSink(
      .init { (line) throws(EventSinkError) in
        begin.finish()
        gate.wait()
        try capture.configuration.output(line)
      })
    let first = Task { try await sink.deliver(event) }
    for await _ in begun {}
    let second = Task { try await sink.deliver(event) }
    second.cancel()
    await #expect(throws: EventSinkError("the delivery was cancelled")) { try await second.value }
    gate.signal()
    try await first.value
    gate.signal()
    try await sink.deliver(event)
    #expect(capture.calls.count == 2)
  }
}
