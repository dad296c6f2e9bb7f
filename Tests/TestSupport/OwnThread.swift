import Dispatch
public import Testing

/// Runs what a test does one after the other on a thread of its own, rather than on those that all tests share.
///
/// For tests that show what holds only as long as not too much time passes between two steps, such as that an idle
/// connection is kept: with hundreds of tests before it in the queue, the next step may come minutes later.
public struct OwnThread: TestTrait, TestScoping {
  private final class Executor: TaskExecutor {
    private let queue = DispatchQueue(label: "a test's own thread")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  /// Runs `function`, the test, on a thread of its own.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Executor()) { try await function() }
  }
}

extension Trait where Self == OwnThread {
  /// Runs the test on a thread of its own.
  public static var onOwnThread: Self { OwnThread() }
}
