#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Takes times in nanoseconds.
enum Stopwatch {
  /// The time that passes.
  static func wall() -> Double { time(of: CLOCK_MONOTONIC) }

  /// The time this thread has run on a core, so that waiting for one does not count.
  static func thread() -> Double { time(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func time(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// Keeps what a measured loop computes from being optimized away.
@inline(never)
func keep<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}
