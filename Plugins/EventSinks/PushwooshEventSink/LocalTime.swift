import FeatureFlags

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the local time zone says.
enum LocalTime {
  /// How many seconds local time is ahead of UTC at `time`, summer time included; 0 when the system cannot tell.
  static func secondsFromUTC(at time: WallTime) -> Int64 {
    var seconds = time_t(clamping: time.seconds)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return 0 }
    return Int64(parts.tm_gmtoff)
  }
}
