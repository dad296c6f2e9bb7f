#if !TSAN
  import Synchronization
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that one thread at a time can use.
///
/// The thread sanitizer does not understand `Mutex` and raises false alarms, so a build for it (`-DTSAN`) locks with
/// pthread instead; `@unchecked Sendable` is right in both, as the value is reached only under the lock.
final class Locked<Value>: @unchecked Sendable {
  #if TSAN
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: Value) {
      self.value = value
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value)
    }
  #else
    private let mutex = Mutex(())
    private var value: Value

    init(_ value: Value) {
      self.value = value
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
      try mutex.withLock { _ in try body(&value) }
    }
  #endif
}
