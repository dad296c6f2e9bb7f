import FeatureFlags
import FoundationEssentials

/// Resident memory before and after ten million reads, a million duplicate impressions and ten thousand refreshes that
/// change nothing.
enum GrowthCase {
  static func figures(_ options: Options) async throws -> [Figure] {
    guard residentKiB() != nil else { return [] }
    let share = options.isQuick ? 10 : 1
    let keys = KeyLiterals.hits
    let client = try await BenchClient.logged(keys)
    // The first tenth fills what the allocator and the runtime keep for themselves.
    try await work(client, keys, parts: 10 * share)
    let before = residentKiB() ?? 0
    try await work(client, keys, parts: share)
    let after = residentKiB() ?? 0
    return [
      Figure(
        name: "growth", value: Double(after - before), baseline: 0, unit: "KiB", target: .atMost(256),
        note: "of \(before) KiB resident; 256 KiB are what the allocator may keep at hand")
    ]
  }

  private static func work(_ client: FeatureFlagsClient, _ keys: [String], parts: Int) async throws {
    Readers.client(client, keys, rounds: 100_000 / parts)
    Readers.impressions(client, keys, rounds: 10_000 / parts)
    for _ in 0..<10_000 / parts { try await client.refresh() }
    await client.settle()
  }

  /// The memory of this process that is in use, in KiB; nil where the system does not tell.
  private static func residentKiB() -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.dropFirst(6).filter(\.isNumber)) }
  }
}
