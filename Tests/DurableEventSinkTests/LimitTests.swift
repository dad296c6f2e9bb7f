import FeatureFlags
import FeatureFlagsTesting
import Foundation
import Locking
import TestSupport
import Testing

@testable import DurableEventSink

@Suite("DurableEventSink: limits and damage")
struct LimitTests {
  @Test("An event for which there is no room is refused by name and counted, and those that wait stay")
  func full() async throws {
    let rig = try QueueRig()
    let wrapped = RecordingEventSink()
    wrapped.failNext(1000)
    let sink = rig.sink(over: wrapped) { $0.maximumCount = 2 }
    for number in 1...2 { try await sink.deliver(QueueRig.event(number)) }
    for _ in 1...3 {
      let error = await #expect(throws: EventSinkError.self) { try await sink.deliver(QueueRig.event(3)) }
      #expect(error?.message.hasPrefix("event refused: 2 are waiting in \(rig.directory)") == true)
    }
    #expect(sink.status.refused == 3)
    #expect(sink.status.dropped == 3)
    #expect(try rig.stored().map(\.key) == ["flag-1", "flag-2"])
    wrapped.heal()
    #expect(await sink.flush() == 0)
    try await sink.deliver(QueueRig.event(3))
  }

  @Test("The limit of bytes counts the files of other processes too")
  func bytes() async throws {
    let rig = try QueueRig()
    try await rig.sink(over: DeadSink()).deliver(QueueRig.event(1))
    let size = try #require(FileManager.default.attributesOfItem(atPath: rig.directory + "/" + rig.files()[0])[.size])
    let bytes = try #require(size as? Int)
    let sink = rig.sink(over: DeadSink()) { $0.maximumBytes = bytes * 5 / 2 }
    try await sink.deliver(QueueRig.event(2))
    await #expect(throws: EventSinkError.self) { try await sink.deliver(QueueRig.event(3)) }
    #expect(try rig.stored().count == 2)
  }

  @Test("What has waited too long is dropped and counted, by uptime within a boot and by the wall clock after one")
  func age() async throws {
    let rig = try QueueRig()
    let wrapped = RecordingEventSink()
    wrapped.failNext(1000)
    let sink = rig.sink(over: wrapped) { $0.maximumAge = .seconds(3600) }
    try await sink.deliver(QueueRig.event(1))
    // Moving the wall clock alone ages nothing.
    rig.clock.skew(by: Nanoseconds(7_200_000_000_000))
    await sink.flush()
    #expect(sink.status.expired == 0)
    rig.clock.advance(by: Nanoseconds(1_800_000_000_000))
    try await sink.deliver(QueueRig.event(2))
    rig.clock.advance(by: Nanoseconds(1_801_000_000_000))
    wrapped.heal()
    #expect(await sink.flush() == 0)
    #expect(sink.status.expired == 1)
    #expect(wrapped.events.map(\.key) == ["flag-2"])
  }

  @Test("A file that is no event is set aside and counted, one at most is kept, and the others are delivered")
  func damaged() async throws {
    let rig = try QueueRig()
    var first: DurableEventSink? = rig.sink(over: DeadSink())
    for number in 1...4 { try await first?.deliver(QueueRig.event(number)) }
    first = nil
    for (index, name) in rig.files().enumerated() where index < 2 {
      try Data("garbage \(index)".utf8).write(to: URL(fileURLWithPath: rig.directory + "/" + name))
      chmod(rig.directory + "/" + name, 0o600)
    }
    let wrapped = RecordingEventSink()
    let sink = rig.sink(over: wrapped)
    #expect(await sink.flush() == 0)
    #expect(wrapped.events.map(\.key) == ["flag-3", "flag-4"])
    #expect(sink.status.setAside == 2)
    #expect(sink.status.dropped == 2)
    let aside = try Data(contentsOf: URL(fileURLWithPath: rig.directory + "/damaged.aside"))
    #expect(String(decoding: aside, as: UTF8.self) == "garbage 1")
  }

  @Test("A file cut at any byte, or with any bit flipped, is noticed")
  func everyDamage() throws {
    let event = QueuedEvent(event: QueueRig.event(1), queuedAt: ManualClock().now())
    let bytes = event.bytes
    var whole = event
    whole.event.deliveryID = ""
    #expect(QueuedEvent(bytes: bytes) == whole)
    for count in bytes.indices { #expect(QueuedEvent(bytes: Array(bytes[..<count])) == nil) }
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        let found = QueuedEvent(bytes: damaged)
        #expect(found == nil || found == whole, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test("Files of other names are left alone, also those that look nearly like events")
  func strangers() async throws {
    let rig = try QueueRig()
    let sink = rig.sink(over: RecordingEventSink())
    try await sink.deliver(QueueRig.event(1))
    await sink.flush()
    let names = [
      "notes.txt", "1.event", "99999999999999999999-0000000000000000-1.event",
      "00000000000000000001-0000000000000000-99999999999999999999.event",
      "00000000000000000001-000000000000000G-1.event", "+0000000000000000001-0000000000000000-1.event",
    ]
    for name in names { try Data().write(to: URL(fileURLWithPath: rig.directory + "/" + name)) }
    #expect(await sink.flush() == 0)
    try await sink.deliver(QueueRig.event(2))
    await sink.flush()
    let left = try FileManager.default.contentsOfDirectory(atPath: rig.directory)
    #expect(Set(left).isSuperset(of: names))
    #expect(sink.status.delivered == 2)
    #expect(sink.status.setAside == 0)
  }

  @Test("A directory that cannot be used is an error that names it, and holds nothing personal")
  func badDirectory() async throws {
    let rig = try QueueRig()
    try Data().write(to: URL(fileURLWithPath: rig.directory))
    let sink = rig.sink(over: DeadSink())
    let error = await #expect(throws: EventSinkError.self) { try await sink.deliver(QueueRig.event(1)) }
    let message = try #require(error?.message)
    #expect(message.hasPrefix("event not stored in \(rig.directory): "))
    #expect(!message.contains("somebody") && !message.contains("device-1"))
  }
}
