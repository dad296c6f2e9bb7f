import Locking

/// State behind a lock, whose changes tasks can wait for without polling.
final class Watched<State: Sendable>: Sendable {
  private struct Contents {
    var state: State
    var watchers: [(isMet: @Sendable (State) -> Bool, promise: Promise<Void>)] = []
  }

  private let contents: Locked<Contents>

  init(_ state: State) {
    contents = Locked(Contents(state: state))
  }

  /// The state now.
  var state: State { contents.withLock { $0.state } }

  /// Changes the state in one step, then wakes whoever waited for what it has become.
  func change<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    let (result, met) = try contents.withLock { contents in
      let result = try body(&contents.state)
      let met = contents.watchers.filter { $0.isMet(contents.state) }
      if !met.isEmpty { contents.watchers.removeAll { $0.isMet(contents.state) } }
      return (result, met)
    }
    for watcher in met { watcher.promise.fulfil() }
    return result
  }

  /// Returns once the state meets `condition`, at once when it does already.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func wait(until condition: @escaping @Sendable (State) -> Bool) async throws {
    let promise = Promise<Void>()
    let isMet = contents.withLock { contents in
      if condition(contents.state) { return true }
      contents.watchers.append((condition, promise))
      return false
    }
    guard !isMet else { return }
    defer { contents.withLock { contents in contents.watchers.removeAll { $0.promise === promise } } }
    try await promise.value()
  }
}
