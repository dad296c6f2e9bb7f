import FeatureFlags

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Wall-clock times as people read them.
enum Timestamp {
  /// `time` in UTC, such as `2026-01-01T00:05:00Z`.
  static func text(_ time: WallTime) -> String {
    var seconds = time_t(time.seconds)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "\(time.seconds)" }
    var buffer = [CChar](repeating: 0, count: 40)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
