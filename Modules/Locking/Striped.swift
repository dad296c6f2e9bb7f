public import Synchronization

/// A value with a copy for each of many stripes, so that threads that read it at once do not slow each other.
///
/// A thread reads the copy of its own stripe, which it takes with one atomic exchange and gives back with a plain store.
/// Stripes lie on cache lines of their own, so that neither that word nor the reference in the copy moves between cores.
/// A copy that is older than the value is renewed by the next thread that takes it. Nobody waits for a stripe: a thread
/// that finds its own taken reads the value itself, under a lock, and a change skips it. Meant for values that are read far
/// more often than changed. Not an object, so that a read counts no reference to it either.
public struct Striped<Value: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The value and the number of its change.
  @usableFromInline
  struct Version: Sendable {
    @usableFromInline
    var value: Value
    @usableFromInline
    var number: UInt64

    @inlinable
    init(value: Value, number: UInt64) {
      self.value = value
      self.number = number
    }
  }

  /// One copy. 128 bytes at least, for processors fetch cache lines in pairs.
  @usableFromInline
  struct Stripe: ~Copyable {
    /// True while a thread has the copy; whoever set it, and nobody else, may touch `copy`.
    @usableFromInline
    let isTaken = Atomic(false)
    @usableFromInline
    var copy: Version {
      didSet { uncounted = .passUnretained(copy.value) }
    }
    /// The object in `copy`, which cannot go while the stripe is taken: a read need not count a reference to it.
    @usableFromInline
    var uncounted: Unmanaged<Value>
    private let padding: (Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) = (0, 0, 0, 0, 0, 0, 0, 0)
    private let more: (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)

    @usableFromInline
    init(_ copy: Version) {
      self.copy = copy
      uncounted = .passUnretained(copy.value)
    }
  }

  /// More than the cores of most machines.
  @usableFromInline
  static var count: Int { 64 }

  /// Made once, and freed when nobody can hold `self` any more; what is in a stripe is guarded by its `isTaken`.
  @usableFromInline
  nonisolated(unsafe) let stripes: UnsafeMutablePointer<Stripe>

  /// The value itself.
  @usableFromInline
  let latest: Locked<Version>

  /// The number of the latest change, set under the lock of `latest`.
  @usableFromInline
  let number = Atomic<UInt64>(0)

  /// A value that reads as `value` from every thread.
  public init(_ value: Value) {
    let first = Version(value: value, number: 0)
    latest = Locked(first)
    stripes = .allocate(capacity: Self.count)
    for stripe in 0..<Self.count { (stripes + stripe).initialize(to: Stripe(first)) }
  }

  deinit {
    stripes.deinitialize(count: Self.count)
    stripes.deallocate()
  }

  /// Runs `body` with the value; `body` must neither keep what it is given nor call out.
  @inlinable
  @inline(__always)
  public func read<Result>(_ body: (borrowing Value) -> Result) -> Result {
    let stripe = stripes + Self.ofThisThread
    guard Self.take(stripe) else { return body(current()) }
    if stripe.pointee.copy.number != number.load(ordering: .acquiring) { renew(stripe) }
    let result = stripe.pointee.uncounted._withUnsafeGuaranteedRef { value in body(value) }
    stripe.pointee.isTaken.store(false, ordering: .releasing)
    return result
  }

  /// Makes the value read as `value` from every thread; when it returns every later read sees it.
  ///
  /// Copies of the old value go at once, but for those that are being read just now, which go with the next read there.
  public func replace(with value: Value) {
    latest.withLock { latest in
      latest = Version(value: value, number: latest.number + 1)
      number.store(latest.number, ordering: .releasing)
    }
    for stripe in 0..<Self.count where Self.take(stripes + stripe) {
      renew(stripes + stripe)
      stripes[stripe].isTaken.store(false, ordering: .releasing)
    }
  }

  /// True when the stripe was free and is the caller's now.
  @inlinable
  @inline(__always)
  static func take(_ stripe: UnsafeMutablePointer<Stripe>) -> Bool {
    stripe.pointee.isTaken.compareExchange(
      expected: false, desired: true, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Puts the latest value into a stripe that the caller has taken.
  @usableFromInline
  @inline(never)
  func renew(_ stripe: UnsafeMutablePointer<Stripe>) {
    stripe.pointee.copy = latest.withLock { $0 }
  }

  @usableFromInline
  @inline(never)
  func current() -> Value { latest.withLock { $0.value } }

  /// The stripe of the calling thread, told from where its stack lies.
  ///
  /// Stacks of 8 MiB and of 512 KiB, the common sizes, that lie side by side fall into different stripes.
  @inlinable
  @inline(__always)
  static var ofThisThread: Int {
    var mark: UInt8 = 0
    let address = withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
    return Int(truncatingIfNeeded: (address >> 23 ^ address >> 19) & UInt(count - 1))
  }
}
