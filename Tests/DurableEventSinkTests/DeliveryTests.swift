import FeatureFlags
import FeatureFlagsTesting
import Foundation
import Locking
import TestSupport
import Testing

@testable import DurableEventSink

@Suite("DurableEventSink: deliveries")
struct DeliveryTests {
  @Test("An event is on disk when it is reported, and leaves the disk when it is delivered")
  func onDiskFirst() async throws {
    let rig = try QueueRig()
    let wrapped = RecordingEventSink()
    wrapped.hold()
    let sink = rig.sink(over: wrapped)
    try await sink.deliver(QueueRig.event(1))
    #expect(try rig.stored().map(\.key) == ["flag-1"])
    wrapped.release()
    #expect(await sink.flush() == 0)
    #expect(wrapped.events.map(\.key) == ["flag-1"])
    #expect(rig.files() == [])
    #expect(sink.status == .init(waiting: 0, delivered: 1))
  }

  @Test("A failed event is tried again after waits that double up to the longest, and holds up those behind it")
  func backoff() async throws {
    let rig = try QueueRig()
    let wrapped = RecordingEventSink()
    wrapped.failNext(5)
    let sink = rig.sink(over: wrapped) {
      $0.retryDelay = .seconds(2)
      $0.maximumRetryDelay = .seconds(10)
    }
    for number in 1...3 { try await sink.deliver(QueueRig.event(number)) }
    for seconds: Int64 in [2, 4, 8, 10, 10] {
      try await rig.clock.waitForSleepers(count: 1)
      let wait = try #require(rig.clock.nextDeadline).since(rig.clock.uptime())
      #expect(wait == Nanoseconds(seconds * 1_000_000_000))
      #expect(wrapped.events == [])
      rig.clock.advance(by: wait)
    }
    #expect(try await wrapped.waitForEvents(3).map(\.key) == ["flag-1", "flag-2", "flag-3"])
    #expect(wrapped.attempts.prefix(6).allSatisfy { $0.key == "flag-1" })
    #expect(sink.status.failedAttempts == 5)
  }

  @Test("What a process leaves behind is delivered by the next, once each, in order, under the same ids")
  func survivesRestart() async throws {
    let rig = try QueueRig()
    var first: DurableEventSink? = rig.sink(over: DeadSink())
    // As at a restart, the wall clock may have been put back.
    for number in 1...3 {
      try await first?.deliver(QueueRig.event(number))
      rig.clock.skew(by: Nanoseconds(-3_600_000_000_000))
    }
    first = nil
    let ids = try rig.stored().map(\.deliveryID)
    #expect(Set(ids).count == 3)
    let wrapped = RecordingEventSink()
    let second = rig.sink(over: wrapped)
    try await second.deliver(QueueRig.event(4))
    #expect(try await wrapped.waitForEvents(4).map(\.key) == ["flag-1", "flag-2", "flag-3", "flag-4"])
    #expect(Array(wrapped.events.map(\.deliveryID).prefix(3)) == ids)
    #expect(wrapped.events.first?.identity == QueueRig.event(1).identity)
    #expect(wrapped.events.first?.time == QueueRig.event(1).time)
  }

  @Test("An event whose file cannot be removed after its delivery comes again, under the same id")
  func atLeastOnce() async throws {
    let rig = try QueueRig()
    let wrapped = RecordingEventSink()
    let failures = Locked(1)
    let files = InterposedFiles { _, step in
      guard step.hasPrefix("remove"), step.hasSuffix(".event") else { return nil }
      return failures.withLock { count in
        defer { count = 0 }
        return count > 0 ? EIO : nil
      }
    }
    let sink = rig.sink(over: wrapped, files: files)
    try await sink.deliver(QueueRig.event(1))
    while await sink.flush() > 0 {}
    #expect(try await wrapped.waitForEvents(2).map(\.key) == ["flag-1", "flag-1"])
    #expect(wrapped.events[0].deliveryID != nil)
    #expect(wrapped.events[0].deliveryID == wrapped.events[1].deliveryID)
  }

  @Test("Two sinks on one directory deliver each event once")
  func shared() async throws {
    let rig = try QueueRig()
    let wrapped = RecordingEventSink()
    let sinks = [rig.sink(over: wrapped), rig.sink(over: wrapped)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask { try await sinks[number % 2].deliver(QueueRig.event(number)) }
      }
      try await group.waitForAll()
    }
    while !rig.files().isEmpty { for sink in sinks { await sink.flush() } }
    #expect(Set(wrapped.events.map(\.key)).count == 40)
    #expect(wrapped.events.count == 40)
  }

  @Test("A sink that is let go ends its deliveries; what waits stays on disk")
  func letGo() async throws {
    let rig = try QueueRig()
    let wrapped = RecordingEventSink()
    wrapped.hold()
    var sink: DurableEventSink? = rig.sink(over: wrapped)
    try await sink?.deliver(QueueRig.event(1))
    _ = try await wrapped.waitForAttempts(1)
    weak let reference = sink
    sink = nil
    #expect(reference == nil)
    #expect(try rig.stored().map(\.key) == ["flag-1"])
  }

  @Test("A flush of a queue whose sink is dead ends after one attempt, and when it is cancelled")
  func flushes() async throws {
    let rig = try QueueRig()
    let wrapped = RecordingEventSink()
    wrapped.failNext(100)
    let sink = rig.sink(over: wrapped)
    for number in 1...2 { try await sink.deliver(QueueRig.event(number)) }
    #expect(await sink.flush() == 2)
    wrapped.heal()
    wrapped.hold()
    let flush = Task { await sink.flush() }
    while wrapped.attempts.count == sink.status.failedAttempts { await Task.yield() }
    flush.cancel()
    #expect(await flush.value == 2)
    wrapped.release()
    #expect(await sink.flush() == 0)
  }
}
