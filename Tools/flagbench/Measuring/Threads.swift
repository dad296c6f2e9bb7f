import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs work on threads of its own and waits for them.
enum Threads {
  private final class Job: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) {
      self.work = work
    }
  }

  /// Calls each of `work` on a thread of its own, all at once; returns when all have.
  static func run(_ work: [@Sendable () -> Void]) {
    let threads = work.map(start)
    for thread in threads { pthread_join(thread, nil) }
  }

  /// The mean time on a core that each of `threads` threads takes for `work`, all at once, in nanoseconds.
  static func meanTime(of work: @escaping @Sendable () -> Void, threads: Int) -> Double {
    let times = Locked<[Double]>([])
    run(
      Array(
        repeating: {
          let start = Stopwatch.thread()
          work()
          let time = Stopwatch.thread() - start
          times.withLock { $0.append(time) }
        }, count: threads))
    return times.withLock { $0.reduce(0, +) / Double($0.count) }
  }

  /// Starts `work` on a thread that must be joined.
  static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().work()
        return nil
      }, Unmanaged.passRetained(Job(work)).toOpaque())
    return thread
  }
}
