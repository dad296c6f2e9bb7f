import FlagRules

/// All that the server knows; shared by everything that answers requests.
struct ServerState: Sendable {
  let flags: FlagsRepository
  let events: EventRecorder
  let devices: DeviceRegistry
  let requests = RequestCounters()
  let metrics = RequestMetrics()
  let hub: StreamHub
  let faults = Faults()
  /// The time in Unix seconds.
  let now: @Sendable () -> Int64

  /// How much is kept.
  struct Limits: Sendable {
    var events = EventLog.Limits()
    var statistics = Statistics.Limits()
    var devices = 10_000
    var stream = StreamHub.Limits()
  }

  /// A new state that starts with `ruleset`.
  ///
  /// - Parameters:
  ///   - save: makes an edit last, before anybody sees it; nil when nothing is kept beyond the run.
  init(
    _ ruleset: Ruleset, limits: Limits = Limits(), save: (@Sendable (Edit) throws -> Void)? = nil,
    now: @escaping @Sendable () -> Int64 = WallClock.now
  ) {
    let hub = StreamHub(limits: limits.stream)
    self.hub = hub
    self.now = now
    flags = FlagsRepository(ruleset, save: save ?? { _ in }) { edit in
      hub.publish("edit") { edit.noticeText }
    }
    events = EventRecorder(
      limits: limits.events, statistics: limits.statistics, keepsChanges: save != nil, now: now
    ) { sequence, event in
      hub.publish("impression") { event.text(sequence: sequence) }
    }
    devices = DeviceRegistry(limit: limits.devices, keepsChanges: save != nil)
  }
}
