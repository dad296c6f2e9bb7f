import StrictJSON

/// What came in since the last batch.
struct StateBatch: Sendable {
  var events: EventRecorder.Changes?
  var devices: DeviceRegistry.Changes?
  /// Counters that are others than they were.
  var counters: [RequestCounters.Counter: Int64] = [:]

  var isEmpty: Bool { events == nil && devices == nil && counters.isEmpty }
}
