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
  /// What the sequence of changes gave, and whether it has ended; nil where there is none.
  var stream: (updates: [[String]], hasEnded: Bool)?
  /// What went wrong in the running itself: a hang, a call that nobody made.
  var trouble: String?
}

extension Observation: CustomStringConvertible {
  /// The same text every time, which the order of a dictionary would not be.
  var description: String {
    switch self {
    case .sent(let number, let user, let tag, let push):
      "request \(number): \(World.text(Prediction.Request(user: user, tag: tag, saysPush: push)))"
    case .cancelled(let number): "cancelled request \(number)"
    case .notified(let keys, let readable): "listeners told of \(keys), who read \(World.text(readable))"
    case .completed(let token, let ending, let readable):
      "refresh \(token) ended: \(ending), reading \(World.text(readable))"
    case .delivering(let event): "to the sink: \(World.text(event))"
    case .reported(let id, let ending): "impression \(id) ended: \(ending.rawValue)"
    case .disk(let operation): "store: \(World.text(operation))"
    case .diagnosed(let diagnostic): "diagnosed \(diagnostic.code.rawValue): \(diagnostic.message)"
    }
  }
}
