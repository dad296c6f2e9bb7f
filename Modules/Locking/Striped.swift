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

  /// The copy of one stripe.
  @usableFromInline
  struct Copy {
    @usableFromInline
    var version: Version
    /// The object in `version`, which cannot go while the stripe is taken: a read need not count a reference to it.
    @usableFromInline
    var uncounted: Unmanaged<Value>

    init(_ version: Version) {
      self.version = version
      uncounted = .passUnretained(version.value)
    }
  }

  /// True while a thread has the stripe; whoever set it, and nobody else, may touch its copy.
  @usableFromInline
  typealias Taken = Atomic<Bool>

  /// One stripe: a `Taken`, and 16 bytes on a `Copy`. Processors fetch cache lines of 64 bytes in pairs.
  @usableFromInline
  static var stride: Int { 128 }

  /// More than the cores of most machines.
  @usableFromInline
  static var count: Int { 64 }

  /// All stripes; made once, and freed when nobody can hold `self` any more.
  @usableFromInline
  nonisolated(unsafe) let block: UnsafeMutableRawPointer

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
    block = .allocate(byteCount: Self.count * Self.stride, alignment: Self.stride)
    for stripe in 0..<Self.count {
      (block + stripe * Self.stride).bindMemory(to: Taken.self, capacity: 1).initialize(to: Taken(false))
      (block + stripe * Self.stride + 16).bindMemory(to: Copy.self, capacity: 1).initialize(to: Copy(first))
    }
  }

  deinit {
    for stripe in 0..<Self.count {
      taken(stripe).deinitialize(count: 1)
      copy(stripe).deinitialize(count: 1)
    }
    block.deallocate()
  }

  /// Runs `body` with the value; `body` must neither keep what it is given nor call out.
  @inlinable
  @inline(__always)
  public func read<Result>(_ body: (borrowing Value) -> Result) -> Result {
    let stripe = Self.ofThisThread
    let isMine = take(stripe)
    // Somebody else's stripe is left alone; the object is then counted until the end of the read.
    let object = isMine ? current(in: stripe) : latestRetained()
    let result = object._withUnsafeGuaranteedRef { value in body(value) }
    if isMine { giveBack(stripe) } else { object.release() }
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
    for stripe in 0..<Self.count where take(stripe) {
      renew(stripe)
      giveBack(stripe)
    }
  }

  @inlinable
  @inline(__always)
  func taken(_ stripe: Int) -> UnsafeMutablePointer<Taken> {
    (block + stripe &* Self.stride).assumingMemoryBound(to: Taken.self)
  }

  @inlinable
  @inline(__always)
  func copy(_ stripe: Int) -> UnsafeMutablePointer<Copy> {
    (block + (stripe &* Self.stride &+ 16)).assumingMemoryBound(to: Copy.self)
  }

  /// True when the stripe was free and is the caller's now.
  @inlinable
  @inline(__always)
  func take(_ stripe: Int) -> Bool {
    taken(stripe).pointee.compareExchange(
      expected: false, desired: true, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  @inlinable
  @inline(__always)
  func giveBack(_ stripe: Int) {
    taken(stripe).pointee.store(false, ordering: .releasing)
  }

  /// The latest object, in a stripe that the caller has taken.
  @inlinable
  @inline(__always)
  func current(in stripe: Int) -> Unmanaged<Value> {
    if copy(stripe).pointee.version.number != number.load(ordering: .acquiring) { renew(stripe) }
    return copy(stripe).pointee.uncounted
  }

  @usableFromInline
  @inline(never)
  func latestRetained() -> Unmanaged<Value> { .passRetained(latest.withLock { $0.value }) }

  /// Puts the latest value into a stripe that the caller has taken.
  @usableFromInline
  @inline(never)
  func renew(_ stripe: Int) {
    copy(stripe).pointee = Copy(latest.withLock { $0 })
  }

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
