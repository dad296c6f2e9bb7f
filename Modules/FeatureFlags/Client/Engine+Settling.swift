import Locking

/// Waiting until nothing is left to do.
extension Engine {
  /// Returns once all that was begun has ended and no wake is due; timers of the future are not waited for.
  func settle(includingMainCalls: Bool) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.activity.wait(continuation, includesMainCalls: includingMainCalls) }
      resumeSettled()
    }
  }

  var backlog: Backlog { state.withLock { $0.activity.backlog } }

  func begin(_ kind: Activity.Kind) {
    state.withLock { $0.activity.begin(kind) }
  }

  func end(_ kind: Activity.Kind) {
    state.withLock { $0.activity.end(kind) }
    resumeSettled()
  }

  func resumeSettled() {
    guard state.withLock({ $0.activity.hasWaiters }) else { return }
    let now = adapters.clock.uptime()
    let settled: [CheckedContinuation<Void, Never>] = state.withLock { state in
      // A wake that is due is about to be handled: what comes of it is part of what is waited for.
      if let wake = state.armedWake, wake <= now { return [] }
      return state.activity.takeSettled()
    }
    for continuation in settled { continuation.resume() }
  }
}
