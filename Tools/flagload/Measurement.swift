#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What was measured in one scenario.
@MainActor final class Measurement {
  /// Figures with their units, in the order in which they were taken.
  private(set) var figures: [String] = []
  private var before = 0
  private var after = 0

  /// How much the most memory the process has had grew between the two calls below, in KiB.
  var growth: Int { after - before }

  /// Everything needed for the load is there; what comes now counts.
  func start() throws { before = try Self.peakKilobytes() }

  /// The load is over.
  func stop() throws { after = try Self.peakKilobytes() }

  /// Adds a figure.
  func note(_ figure: String) { figures.append(figure) }

  /// Runs `body` and adds how long it took.
  func time<Result>(_ what: String, _ body: () async throws -> Result) async rethrows -> Result {
    let start = ContinuousClock.now
    let result = try await body()
    note("\(what) \(Self.milliseconds(ContinuousClock.now - start)) ms")
    return result
  }

  static func milliseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }

  private static func peakKilobytes() throws -> Int {
    guard let file = fopen("/proc/self/status", "re") else { throw Broken(description: "no /proc/self/status") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = fread(&bytes, 1, bytes.count, file)
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("VmHWM:") }),
      let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
    else { throw Broken(description: "no VmHWM in /proc/self/status") }
    return number
  }
}
