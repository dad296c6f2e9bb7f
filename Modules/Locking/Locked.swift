#if !TSAN
  import Synchronization
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that one thread at a time can use; the only lock of this package.
///
/// It is held for a few instructions, never while a port, a listener or anything else outside is called. Built with
/// `-DTSAN` it is a pthread mutex, since thread sanitizer does not understand `Synchronization.Mutex` and raises false
/// alarms. `@unchecked Sendable` is right in both: the value is reached under the lock alone.
package final class Locked<Value>: @unchecked Sendable {
  private var value: Value

  #if TSAN
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  #else
    private let mutex = Mutex(())
  #endif

  /// A lock around `value`.
  package init(_ value: sending Value) {
    self.value = value
    #if TSAN
      pthread_mutex_init(mutex, nil)
    #endif
  }

  #if TSAN
    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }
  #endif

  /// Runs `body` with the value while no other thread has it; what `body` lets out must be safe to share.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if TSAN
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value)
    #else
      return try mutex.withLock { (_) throws(Failure) in try body(&value) }
    #endif
  }
}
