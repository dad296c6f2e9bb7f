import FeatureFlags
import FeatureFlagsTesting

extension Scenario {
  /// Impressions by the million, against a sink that takes none.
  static let impressionScenarios =
    [false, true].flatMap { isFailing in
      [
        impressions(1_000_000, of: 1, isFailing: isFailing),
        impressions(100_000, of: 100_000, isFailing: isFailing),
      ]
    } + [unknown]

  /// `calls` impressions of `flags` flags, each in turn.
  ///
  /// - Parameter isFailing: true for a sink that refuses at once, false for one that never comes back.
  private static func impressions(_ calls: Int, of flags: Int, isFailing: Bool) -> Scenario {
    Scenario(
      name: "impressions-\(calls)-of-\(flags)-\(isFailing ? "refused" : "stuck")", maximumGrowth: 48 << 10
    ) { measurement in
      let stuck = RecordingEventSink()
      stuck.hold()
      let bench = try Bench(sink: isFailing ? RefusingEventSink() : stuck, Bench.flags(flags))
      let client = try bench.client()
      _ = try await client.refresh()
      await client.settle()
      let keys = (0..<flags).map { "flag-\($0)" }
      try measurement.start()
      await measurement.time("\(calls) calls") {
        for number in 0..<calls { client.logImpression(keys[number % flags]) }
      }
      if isFailing { await measurement.time("settled after") { await client.settle() } }
      try measurement.stop()
      let drops = client.status.droppedImpressionCount
      measurement.note("\(drops) dropped and counted")
      if !isFailing {
        try require(drops == max(0, flags - 1000), "\(drops) drops, not \(max(0, flags - 1000))")
      }
      client.shutdown()
    }
  }

  private static let unknown = Scenario(name: "impressions-1000000-of-no-flag", maximumGrowth: 16 << 10) {
    measurement in
    let bench = try Bench(Bench.flags(1))
    let client = try bench.client()
    _ = try await client.refresh()
    await client.settle()
    try measurement.start()
    await measurement.time("1000000 calls") { for _ in 0..<1_000_000 { client.logImpression("unknown") } }
    try measurement.stop()
    try require(client.status.droppedImpressionCount == 0, "dropped what there was not")
  }
}

/// Takes nothing.
private struct RefusingEventSink: Ports.EventSink {
  func deliver(_ event: Ports.Event) async throws(EventSinkError) { throw EventSinkError("refused") }
}
