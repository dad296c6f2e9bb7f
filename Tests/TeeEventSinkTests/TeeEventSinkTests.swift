import FeatureFlags
import FeatureFlagsTesting
import TeeEventSink
import Testing

@Suite("TeeEventSink")
struct TeeEventSinkTests {
  private let first = RecordingEventSink()
  private let second = RecordingEventSink()
  private let third = RecordingEventSink()
  private var tee: TeeEventSink { TeeEventSink([first, second, third]) }

  private func event(_ key: String) -> Ports.Event {
    Ports.Event(
      name: "PW_FeatureFlagImpression", attributes: ["flag_key": .string(key)],
      identity: Identity(applicationCode: "DEMO0-00001", userID: "u-7"), deviceID: "D",
      time: WallTime(seconds: 1_767_225_600))
  }

  @Test("I4, I5: it keeps the contract of Ports.EventSink", arguments: EventSinkRule.all)
  func keepsTheContract(rule: EventSinkRule) async throws {
    try await rule.verify {
      let recording = RecordingEventSink()
      return EventSinkFixture(
        sink: TeeEventSink([recording]), received: { recording.events.map { .init($0) } },
        failNext: { recording.failNext() }, stall: { recording.hold() },
        isStalled: { try await recording.waitForAttempts(1) })
    }
  }

  @Test("I1: every sink gets every event")
  func all() async throws {
    try await tee.deliver(event("a"))
    try await tee.deliver(event("b"))
    for sink in [first, second, third] { #expect(sink.events == [event("a"), event("b")]) }
  }

  @Test("The sinks get an event one after the other, in the order given")
  func order() async throws {
    second.hold()
    let tee = tee
    let event = event("a")
    let delivery = Task { try await tee.deliver(event) }
    try await second.waitForAttempts(1)
    #expect(first.events == [event])
    #expect(third.attempts == [])
    second.release()
    try await delivery.value
    #expect(third.events == [event])
  }

  @Test("I4: when sinks fail, the others get the event all the same, and the error names those that failed")
  func failures() async throws {
    first.failNext(with: EventSinkError("down"))
    third.failNext(with: EventSinkError("full"))
    await #expect(
      throws: EventSinkError(
        "2 of 3 sinks failed: sink 1 (RecordingEventSink): down; sink 3 (RecordingEventSink): full")
    ) { try await tee.deliver(event("a")) }
    #expect(second.events == [event("a")])
    #expect(third.attempts == [event("a")])
  }

  @Test("I4: an event that is delivered again reaches all sinks again: at least once")
  func atLeastOnce() async throws {
    second.failNext()
    await #expect(throws: EventSinkError.self) { try await tee.deliver(event("a")) }
    try await tee.deliver(event("a"))
    #expect(first.events.count == 2)
    #expect(second.events.count == 1)
  }

  @Test("Without sinks a delivery succeeds")
  func empty() async throws {
    try await TeeEventSink([]).deliver(event("a"))
  }
}
