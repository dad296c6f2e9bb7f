import Locking

/// What a test server's thread and the test share.
final class TransportTestServerCore: Sendable {
  private struct Waiter {
    var deadline: ContinuousClock.Instant
    var condition: @Sendable (TransportTestServer.Record) -> Bool
    var continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var record = TransportTestServer.Record()
    var waiters: [Waiter] = []
    var isStopped = false
    /// Where to wake the thread; nil once it has closed the other end.
    var waker: Int32?
  }

  private let state: Locked<State>

  init(waker: Int32) {
    state = Locked(State(waker: waker))
  }

  var record: TransportTestServer.Record { state.withLock { $0.record } }
  var isStopped: Bool { state.withLock { $0.isStopped } }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      if let waker = state.waker { TransportSocket.wake(waker) }
    }
  }

  func wait(
    until deadline: ContinuousClock.Instant, _ condition: @escaping @Sendable (TransportTestServer.Record) -> Bool
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      let waiter = Waiter(deadline: deadline, condition: condition, continuation: continuation)
      let record = state.withLock { state in
        if let waker = state.waker {
          state.waiters.append(waiter)
          TransportSocket.wake(waker)
        }
        return state.waker == nil ? state.record : nil
      }
      if let record { continuation.resume(returning: condition(record)) }
    }
  }

  // MARK: The thread

  func note(_ change: (inout TransportTestServer.Record) -> Void) { state.withLock { change(&$0.record) } }

  /// Answers the waiters whose condition is met or whose time is over, and says when to look again.
  func answerWaiters() -> ContinuousClock.Instant? {
    let (record, waiters) = state.withLock { state in
      defer { state.waiters = [] }
      return (state.record, state.waiters)
    }
    let now = ContinuousClock.now
    var waiting: [Waiter] = []
    for waiter in waiters {
      let isMet = waiter.condition(record)
      if isMet || waiter.deadline <= now {
        waiter.continuation.resume(returning: isMet)
      } else {
        waiting.append(waiter)
      }
    }
    state.withLock { $0.waiters += waiting }
    return waiting.map(\.deadline).min()
  }

  /// The thread ends: nobody is left waiting and nobody wakes it any more.
  func end() {
    let (record, waiters) = state.withLock { state in
      if let waker = state.waker { TransportSocket.close(waker) }
      state.waker = nil
      defer { state.waiters = [] }
      return (state.record, state.waiters)
    }
    for waiter in waiters { waiter.continuation.resume(returning: waiter.condition(record)) }
  }
}
