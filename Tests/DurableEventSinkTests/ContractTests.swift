import DurableEventSink
import FeatureFlags
import FeatureFlagsTesting
import Foundation
import Locking
import TestSupport
import Testing

@Suite("DurableEventSink: the contract of Ports.EventSink")
struct ContractTests {
  @Test("I1, I4, I5: what a sink must do, with the disk as the far end", arguments: EventSinkRule.all)
  func keepsTheContract(rule: EventSinkRule) async throws {
    try await rule.verify {
      let rig = try QueueRig()
      let failures = Locked(0)
      let files = InterposedFiles { _, step in
        guard step.hasPrefix("create") else { return nil }
        return failures.withLock { count in
          defer { count = max(count - 1, 0) }
          return count > 0 ? ENOSPC : nil
        }
      }
      return EventSinkFixture(
        sink: rig.sink(over: DeadSink(), files: files),
        received: { try rig.stored().map { EventSinkFixture.Received($0) } },
        failNext: { failures.withLock { $0 += 1 } })
    }
  }

  @Test("I1, I4, I5: what a sink must do, with the wrapped sink as the far end", arguments: EventSinkRule.all)
  func passesOn(rule: EventSinkRule) async throws {
    try await rule.verify {
      let rig = try QueueRig()
      let wrapped = RecordingEventSink()
      let sink = rig.sink(over: wrapped)
      return EventSinkFixture(
        sink: FlushingSink(sink: sink), received: { wrapped.events.map { EventSinkFixture.Received($0) } })
    }
  }

  /// Returns from a delivery when the wrapped sink has had the event.
  private struct FlushingSink: Ports.EventSink {
    let sink: DurableEventSink

    func deliver(_ event: Ports.Event) async throws(EventSinkError) {
      try await sink.deliver(event)
      await sink.flush()
      if Task.isCancelled { throw EventSinkError("not waited for") }
    }
  }

  @Test("A waiting event is a private file in a private directory")
  func modes() async throws {
    let rig = try QueueRig()
    try await rig.sink(over: DeadSink()).deliver(QueueRig.event(1))
    var status = stat()
    #expect(stat(rig.directory, &status) == 0 && status.st_mode & 0o777 == 0o700)
    let name = try #require(rig.files().first)
    #expect(stat(rig.directory + "/" + name, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }
}
