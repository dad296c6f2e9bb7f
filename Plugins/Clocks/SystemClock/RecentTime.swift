import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the last exact look at the uptime says of the running second, shared by all threads.
///
/// The second of the wall clock costs a tenth of an uptime. While it is the one in which the uptime was last taken, at
/// most a second has passed since, so the uptime has not gone beyond a bound that is known. Who sets the wall clock back
/// to that same second makes the bound wrong until the second is over, and must do so again and again to profit; the
/// client's timer, which goes by uptime, ends the flags even then.
enum RecentTime {
  /// The second of the wall clock in the upper half, the bound of the uptime in seconds in the lower; 0 before the first look.
  private static let word = Atomic<UInt64>(0)

  /// A coarse second may begin a tick late, and the uptime is cut to whole seconds.
  private static let slack: UInt32 = 3

  /// True when the uptime is surely before `nanoseconds`; false when it must be taken to tell.
  @inline(__always)
  static func isSurelyBefore(_ nanoseconds: Int64) -> Bool {
    let word = word.load(ordering: .relaxed)
    guard UInt32(truncatingIfNeeded: word >> 32) == second() else { return false }
    return Int64(UInt32(truncatingIfNeeded: word)) &* 1_000_000_000 < nanoseconds
  }

  /// Notes an `uptime` that was taken after `second`.
  static func note(uptime nanoseconds: Int64, takenAfter second: UInt32) {
    guard let seconds = UInt32(exactly: nanoseconds / 1_000_000_000), seconds < .max - slack else { return }
    word.store(UInt64(second) << 32 | UInt64(seconds + slack), ordering: .relaxed)
  }

  /// The second of the wall clock, without what does not fit.
  @inline(__always)
  static func second() -> UInt32 { UInt32(truncatingIfNeeded: time(nil)) }
}
