import DurableEventSink
import FeatureFlags
import FeatureFlagsTesting
import Foundation
import JSONFileStore
import SystemClock

/// Writes to a file system until it is full, on which nothing else lies.
struct FullDiskTrial {
  let directory: String

  /// True when what was there stayed, each error said why, and all goes on once there is room.
  func run() async throws -> Bool {
    let store = JSONFileStore(.init(directory: directory + "/state"))
    let sink = DurableEventSink(
      RefusingSink(), configuration: .init(directory: directory + "/events"), clock: SystemClock())
    let kept = WrittenBlob(writer: 0, number: 1).bytes
    try store.write(kept, to: "flags")
    var fillers = 0
    var message = ""
    do throws(StoreError) {
      while fillers < 100_000 {
        try store.write([UInt8](repeating: 0, count: 4_096), to: "filler-\(fillers)")
        fillers += 1
      }
    } catch {
      message = error.message
    }
    var faults: [String] = []
    if !message.contains("No space left") { faults.append("a full disk is told as: \(message)") }
    do throws(StoreError) {
      try store.write(WrittenBlob(writer: 0, number: 2).bytes, to: "flags")
      faults.append("there was room after all")
    } catch {
      if !error.message.contains("No space left") { faults.append("a full disk is told as: \(error.message)") }
    }
    if try store.read("flags") != kept { faults.append("the old blob is gone") }
    do throws(EventSinkError) {
      for number in 0..<1_000 { try await sink.deliver(event(number)) }
      faults.append("events found room")
    } catch {
      if !error.message.contains("No space left") { faults.append("a full disk is told as: \(error.message)") }
    }
    for number in 0..<fillers { try store.remove("filler-\(number)") }
    try store.write(WrittenBlob(writer: 0, number: 3).bytes, to: "flags")
    if try store.read("flags") != WrittenBlob(writer: 0, number: 3).bytes { faults.append("the new blob is wrong") }
    try await sink.deliver(event(1_000))
    print(
      "| a file system that is full | \(fillers) blobs until it was | "
        + (faults.isEmpty
          ? "old blob kept, errors name the reason, all goes on with room" : faults.joined(separator: "; ")) + " |")
    return faults.isEmpty
  }

  private func event(_ number: Int) -> Ports.Event {
    Ports.Event(
      name: "PW_FeatureFlagImpression", attributes: ["flag_key": .string("flag-\(number)")],
      identity: Identity(applicationCode: "DEMO0-00001", userID: "user"), deviceID: "device",
      time: SystemClock().now().wall)
  }

  private struct RefusingSink: Ports.EventSink {
    func deliver(_ event: Ports.Event) async throws(EventSinkError) { throw EventSinkError("refused") }
  }
}
