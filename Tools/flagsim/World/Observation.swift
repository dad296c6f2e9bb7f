import FeatureFlags

/// One thing that was seen to be done by what is being tested.
enum Observation: Sendable {
  case sent(request: Int, user: String, tag: String?, saysPush: Bool)
  case cancelled(request: Int)
  /// Listeners were told; with what could be read in the callback (L2).
  case notified([String], readable: [Flag])
  /// A refresh ended; with what could be read in the completion.
  case completed(token: Int, Ending, readable: [Flag])
  case delivering(Ports.Event)
  case reported(id: Int, ImpressionEnding)
  case disk(DiskOperation)
  case diagnosed(Diagnostic)
}

/// How a call of `refresh` ended.
enum Ending: Sendable, Hashable {
  /// `kind` is nil where only success can be seen.
  case success(kind: String?, keys: [String], until: Int64?)
  case failure(code: Int, reason: String, retryAt: Int64?, words: String)

  init(_ result: Result<RefreshOutcome, FeatureFlagsError>) {
    switch result {
    case .success(let outcome):
      self = .success(
        kind: outcome.kind.rawValue, keys: outcome.changedKeys, until: outcome.throttledUntil?.nanoseconds)
    case .failure(let error): self.init(error)
    }
  }

  init(_ error: FeatureFlagsError) {
    self = .failure(
      code: error.code, reason: error.reason.rawValue, retryAt: error.retryAt?.nanoseconds, words: error.description)
  }
}

/// How an impression ended.
enum ImpressionEnding: String, Sendable {
  case sent, duplicate, noFlag, failed
}

/// All that was seen after one stimulus.
struct Observed: Sendable {
  var events: [Observation] = []
  var readable: [Flag] = []
  /// What each key of the catalogue reads as.
  var byKey: [Flag?] = []
  var nextWake: Int64?
  /// What went wrong in the running itself: a hang, a call that nobody made.
  var trouble: String?
}
