public import FeatureFlags

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The machine's own clocks.
///
/// The uptime counts suspend and ignores changes of the wall clock (S3, N2); the boot id is the kernel's, read once in
/// the life of the process. Safe to use from any thread; nothing here blocks but that one reading of a small file.
public struct SystemClock: Ports.Clock {
  /// The machine's clocks.
  public init() {}

  /// The time since boot, suspend included.
  public func uptime() -> Uptime {
    #if canImport(Darwin)
      // This one counts suspend there, unlike on Linux.
      Uptime(nanoseconds: Self.nanoseconds(of: CLOCK_MONOTONIC))
    #else
      Uptime(nanoseconds: Self.nanoseconds(of: CLOCK_BOOTTIME))
    #endif
  }

  /// The wall-clock time, the time since boot, and the boot's id; nil for the id where the system tells none.
  public func now() -> ClockReading {
    ClockReading(
      wall: WallTime(nanoseconds: Self.nanoseconds(of: CLOCK_REALTIME)), uptime: uptime(), bootID: BootID.ofSystem)
  }

  /// True when the uptime is `moment` or later.
  ///
  /// Takes the uptime once a second and in the last seconds before `moment`; in between, a look at the second of the wall
  /// clock is enough to know.
  public func hasReached(_ moment: Uptime) -> Bool {
    RecentTime.isSurelyBefore(moment.nanoseconds) ? false : hasReachedExactly(moment)
  }

  @inline(never)
  private func hasReachedExactly(_ moment: Uptime) -> Bool {
    let second = RecentTime.second()
    let uptime = uptime()
    RecentTime.note(uptime: uptime.nanoseconds, takenAfter: second)
    return uptime >= moment
  }

  /// Returns once the uptime has reached `deadline`, at once when it has already.
  ///
  /// After a suspend in which the deadline passed it may return up to a minute late.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  public func sleep(until deadline: Uptime) async throws {
    while true {
      let rest = deadline.since(uptime())
      guard rest > .zero else { return }
      // The timer under this sleep may stand still in suspend, so it is set anew now and then.
      try await Task.sleep(for: min(rest, Self.longestSleep).duration, clock: .continuous)
    }
  }

  private static let longestSleep = Nanoseconds.minutes(1)

  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return (Nanoseconds.seconds(Int64(time.tv_sec)) + Nanoseconds(Int64(time.tv_nsec))).count
  }
}
