import Dispatch

/// Runs pieces of work one after the other, off the threads of Swift concurrency, which a blocking store would starve.
///
/// The one place where the core uses Dispatch; every program with Swift concurrency on Linux links it already.
struct WorkQueue: Sendable {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func run(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }
}
