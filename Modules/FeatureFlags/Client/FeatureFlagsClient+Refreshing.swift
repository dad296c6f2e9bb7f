import Locking

extension FeatureFlagsClient {
  /// Asks the server for flags (T2).
  ///
  /// While the stored flags are valid at most one request is sent in 5 minutes; inside that window the call succeeds
  /// with what is stored. Calls that come while a request is in flight share its result (T4). When it returns, reads
  /// see the new flags.
  /// - Returns: how it ended, and which flags changed.
  /// - Throws: ``FeatureFlagsError`` with the code of E1; what was readable stays so. Also, with code 0, when the
  ///   calling task is cancelled; the request then goes on for others.
  @discardableResult
  public func refresh() async throws(FeatureFlagsError) -> RefreshOutcome {
    let ticket = RefreshTicket()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let token = engine.refresh { continuation.resume(returning: $0) }
        if ticket.fill(token) { engine.cancelRefresh(token) }
      }
    } onCancel: {
      if let token = ticket.cancel() { engine.cancelRefresh(token) }
    }
    return try result.get()
  }

  /// Asks the server for flags, and calls `completion` once on the main actor, after the listeners (L3).
  ///
  /// - Parameter completion: receives nil on success, else the error; may itself be nil.
  public func refresh(completion: (@MainActor @Sendable (FeatureFlagsError?) -> Void)?) {
    let engine = engine
    _ = engine.refresh { result in
      guard let completion else { return }
      let error: FeatureFlagsError? = if case .failure(let error) = result { error } else { nil }
      engine.callOnMain { completion(error) }
    }
  }

  /// The service's base URL, proxy or token was changed: refused automatic refreshes are tried again (T7).
  public func configurationDidChange() {
    engine.send(.configurationChanged)
  }
}

/// Brings together the token of a refresh and the cancellation of its task, whichever comes first.
private final class RefreshTicket: Sendable {
  private struct State {
    var token: RefreshToken?
    var isCancelled = false
  }

  private let state = Locked(State())

  /// Puts the token in; true when the task is cancelled already.
  func fill(_ token: RefreshToken) -> Bool {
    state.withLock { state in
      state.token = token
      return state.isCancelled
    }
  }

  /// Marks the task as cancelled; gives the token once it is there.
  func cancel() -> RefreshToken? {
    state.withLock { state in
      state.isCancelled = true
      return state.token
    }
  }
}
