import Synchronization

/// Counts calls from any thread.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  /// The number of calls before this one.
  func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
