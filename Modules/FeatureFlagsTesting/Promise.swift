import Locking

/// A result that one task waits for and another gives, whichever comes first; the first result counts.
///
/// The wait ends with `CancellationError` when the waiting task is cancelled, unless a result was there before.
final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, any Error>)
    case done(Result<Value, any Error>)
  }

  private let state = Locked(State.open)

  /// Waits for the result; for one task, once.
  func value() async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Value, any Error>? = state.withLock { state in
          if case .done(let result) = state { return result }
          state = .awaited(continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      complete(with: .failure(CancellationError()))
    }
  }

  /// Gives the result, unless there is one already.
  func complete(with result: Result<Value, any Error>) {
    let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
      switch state {
      case .done: return nil
      case .open:
        state = .done(result)
        return nil
      case .awaited(let continuation):
        state = .done(result)
        return continuation
      }
    }
    continuation?.resume(with: result)
  }
}

extension Promise<Void> {
  /// Gives the result.
  func fulfil() { complete(with: .success(())) }
}
