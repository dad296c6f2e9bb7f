import FeatureFlags
import FeatureFlagsTesting

extension Scenario {
  /// Answers that are large, and many who listen.
  static let flagScenarios = [
    Scenario(name: "flags-100000", maximumGrowth: 384 << 10) { measurement in
      let bench = try Bench(keepsFiles: true, Bench.flags(100_000))
      let client = try bench.client()
      try measurement.start()
      try await measurement.time("refresh") { _ = try await client.refresh() }
      await measurement.time("stored after") { await client.settle() }
      let keys = (0..<100_000).map { "flag-\($0)" }
      try await measurement.time("100 000 reads") {
        for (number, key) in keys.enumerated() {
          try require(
            client.get(key)?.integer(forProperty: "items", default: -1) == Int64(number), "\(key) is not there")
        }
      }
      let restarted = try await measurement.time("restart") { try bench.client() }
      try measurement.stop()
      try require(restarted.allFlags.count == 100_000, "the restarted client has \(restarted.allFlags.count) flags")
    },
    Scenario(name: "body-100-MB", maximumGrowth: 64 << 10) { measurement in
      let piece = [UInt8](repeating: 0x20, count: 1 << 20)
      let bench = try Bench(
        [.send(text: "HTTP/1.1 200 OK\r\nContent-Length: \(100 << 20)\r\n\r\n")]
          + Array(repeating: .send(piece), count: 100))
      let client = try bench.client()
      try measurement.start()
      let error = try await measurement.time("refused after") { try await bench.failure(of: client) }
      try measurement.stop()
      measurement.note("code \(error.code), \(error.message)")
      try require(error.transportReason == .tooLarge, "refused for another reason")
    },
    Scenario(name: "nested-1000-deep", maximumGrowth: 16 << 10) { measurement in
      let nested = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
      let bench = try Bench(
        Bench.answer(#"{"flags":[{"key":"a","enabled":true,"rule_id":"","properties":{"x":\#(nested)}}]}"#))
      let client = try bench.client()
      try measurement.start()
      let error = try await measurement.time("refused after") { try await bench.failure(of: client) }
      try measurement.stop()
      measurement.note("code \(error.code), \(error.message)")
      try require(error.code == 200 && error.reason == .unusableAnswer, "refused for another reason")
    },
    Scenario(name: "listeners-10000", maximumGrowth: 32 << 10) { measurement in
      let bench = try Bench(Bench.flags(1))
      let client = try bench.client()
      try measurement.start()
      var listeners: [CountingListener] = []
      await measurement.time("added in") {
        listeners = (0..<10_000).map { _ in CountingListener() }
        for listener in listeners { client.addUpdateListener(listener) }
      }
      try await measurement.time("refreshed and told in") {
        _ = try await client.refresh()
        await client.settleIncludingMainCalls()
      }
      try measurement.stop()
      let calls = listeners.map(\.count)
      try require(
        calls.allSatisfy { $0 == 1 }, "not each was called once: \(calls.min() ?? 0)…\(calls.max() ?? 0) times")
      measurement.note("each called once")
    },
  ]
}

/// Counts its calls.
@MainActor private final class CountingListener: FeatureFlagsUpdateListener {
  private(set) var count = 0

  func featureFlagsDidUpdate() { count += 1 }
}
