#if !TSAN
  public import Synchronization
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Darwin)
  public import Darwin
#endif

/// A value that one thread at a time can use; the only lock of this package.
///
/// It is held for a few instructions, never while a port, a listener or anything else outside is called. Built with
/// `-DTSAN` it is a pthread mutex, since thread sanitizer does not understand `Synchronization.Mutex` and raises false
/// alarms. `@unchecked Sendable` is right in both: the value is reached under the lock alone. The module is no product;
/// it is public only because nothing less can be inlined into other modules.
public final class Locked<Value>: @unchecked Sendable, CustomReflectable {
  #if TSAN
    @usableFromInline
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  #else
    @usableFromInline
    let mutex = Mutex(())
  #endif

  @usableFromInline
  var value: Value

  /// A lock around `value`.
  @inlinable
  public init(_ value: sending Value) {
    self.value = value
    #if TSAN
      pthread_mutex_init(mutex, nil)
    #endif
  }

  #if TSAN
    @inlinable
    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }
  #endif

  /// No children: whoever dumps an object from outside has not got the lock, nor any business with the value.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }

  /// Runs `body` with the value while no other thread has it; what `body` lets out must be safe to share.
  @inlinable
  @inline(__always)
  public func withLock<Result, Failure: Error>(
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
