import FeatureFlags
import FeatureFlagsTesting
import Testing

@Suite("RecordingEventSink")
struct RecordingEventSinkTests {
  private let sink = RecordingEventSink()

  private func event(_ number: Int) -> Ports.Event {
    Ports.Event(
      name: "event-\(number)", attributes: [:], identity: Identity(applicationCode: "A", userID: "u"), deviceID: "D",
      time: WallTime(seconds: 0))
  }

  @Test("It fails as often as it is told to, with the error it is told, and keeps the rest")
  func fails() async throws {
    sink.failNext(2, with: EventSinkError("down"))
    sink.failNext(0)
    for number in 1...2 {
      await #expect(throws: EventSinkError("down")) { try await sink.deliver(event(number)) }
    }
    try await sink.deliver(event(3))
    #expect(sink.events == [event(3)])
    #expect(sink.attempts == [event(1), event(2), event(3)])
  }

  @Test("Once healed it takes everything")
  func heals() async throws {
    sink.failNext(100)
    sink.heal()
    try await sink.deliver(event(1))
    #expect(sink.events.count == 1)
  }

  @Test("The n-th event can be awaited, before and after it comes")
  func awaits() async throws {
    let waiting = Task { [sink] in try await sink.waitForEvents(2) }
    try await sink.deliver(event(1))
    try await sink.deliver(event(2))
    #expect(try await waiting.value == [event(1), event(2)])
    #expect(try await sink.waitForEvents(1).count == 2)
    let never = Task { [sink] in try await sink.waitForEvents(3) }
    never.cancel()
    await #expect(throws: CancellationError.self) { try await never.value }
  }

  @Test("I4: a held delivery waits until it is released; a later hold does not catch it again")
  func holds() async throws {
    sink.hold()
    sink.hold()
    let delivery = Task { [sink, event] in try await sink.deliver(event(1)) }
    #expect(try await sink.waitForAttempts(1) == [event(1)])
    #expect(sink.events == [])
    sink.release()
    sink.hold()
    try await delivery.value
    #expect(sink.events == [event(1)])
    sink.release()
    sink.release()
    try await sink.deliver(event(2))
  }

  @Test("A held delivery can fail by the script, and by cancellation")
  func heldFailures() async throws {
    sink.hold()
    sink.failNext(with: EventSinkError("down"))
    let failing = Task { [sink, event] in try await sink.deliver(event(1)) }
    try await sink.waitForAttempts(1)
    let cancelled = Task { [sink, event] in try await sink.deliver(event(2)) }
    try await sink.waitForAttempts(2)
    cancelled.cancel()
    await #expect(throws: EventSinkError("the delivery was cancelled")) { try await cancelled.value }
    sink.release()
    await #expect(throws: EventSinkError("down")) { try await failing.value }
    #expect(sink.events == [])
  }
}
