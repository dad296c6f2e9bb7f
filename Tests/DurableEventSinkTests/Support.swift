import FeatureFlags
import FeatureFlagsTesting
import Foundation
import PrivateFiles
import TestSupport

@testable import DurableEventSink

/// A sink that takes nothing.
struct DeadSink: Ports.EventSink {
  func deliver(_ event: Ports.Event) async throws(EventSinkError) {
    throw EventSinkError("dead")
  }
}

/// A directory for a queue, and a clock that stands still.
final class QueueRig: Sendable {
  let folder: TemporaryFolder
  let clock = ManualClock()

  init() throws { folder = try TemporaryFolder() }

  var directory: String { folder.path + "/events" }

  func sink(
    over wrapped: any Ports.EventSink, files: any FileOperations = POSIXFileOperations(),
    _ change: (inout DurableEventSink.Configuration) -> Void = { _ in }
  ) -> DurableEventSink {
    var configuration = DurableEventSink.Configuration(directory: directory)
    change(&configuration)
    return DurableEventSink(wrapped, configuration: configuration, clock: clock, files: files)
  }

  /// The names of the events' files, in order.
  func files() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { $0.hasSuffix(".event") }.sorted()
  }

  /// The events that are on disk, in order.
  func stored() throws -> [Ports.Event] {
    try files().compactMap { name in
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name)))
      return QueuedEvent(bytes: bytes)?.event
    }
  }

  static func event(_ number: Int) -> Ports.Event {
    Ports.Event(
      name: "PW_FeatureFlagImpression",
      attributes: ["flag_key": .string("flag-\(number)"), "rule_id": .string("r"), "enabled": .bool(true)],
      identity: Identity(applicationCode: "DEMO0-00001", userID: "somebody"), deviceID: "device-1",
      time: WallTime(seconds: 1_767_225_600 + Int64(number)))
  }
}

extension Ports.Event {
  /// The flag's key.
  var key: String {
    if case .string(let key)? = attributes["flag_key"] { key } else { "" }
  }
}
