#if TSAN
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
#else
  import Synchronization
#endif

/// A value behind a lock; the only lock of this program.
///
/// Held for a few instructions, never while bytes are written or read, and never while another one is asked for, except
/// that an edit of the flags publishes its result inside. Built with `-DTSAN` it is a pthread mutex, because the thread
/// sanitizer does not understand `Synchronization.Mutex`.
final class Locked<Value: Sendable>: Sendable {
  #if TSAN
    // Both are touched only between lock and unlock, and the mutex never moves.
    private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private nonisolated(unsafe) var value: Value

    init(_ value: Value) {
      self.value = value
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func withLock<Result: Sendable, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value)
    }
  #else
    private let mutex: Mutex<Value>

    /// A lock around `value`.
    init(_ value: Value) { mutex = Mutex(value) }

    /// Runs `body` with the value while no other thread does.
    func withLock<Result: Sendable, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try mutex.withLock { (value) throws(Failure) -> Result in try body(&value) }
    }
  #endif
}
