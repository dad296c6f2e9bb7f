import Dispatch

extension DispatchQueue {
  /// What `body` returns, run on this queue, so that no thread of the concurrency runtime waits for the disk.
  func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      async { continuation.resume(returning: body()) }
    }
  }
}
