import FeatureFlags

extension Answer {
  /// The answer as the machine is given it.
  var result: Result<EvaluationAnswer, RequestFailure> {
    switch self {
    case .flags(let flags, let isPartial, let tag, let hasOddOne):
      .success(
        .evaluation(
          Evaluation(
            flags: flags, isPartial: isPartial, entityTag: tag,
            droppedFlags: hasOddOne ? [.init(index: flags.count, problem: "is no object")] : [])))
    case .notModified: .success(.notModified)
    case .garbage:
      .failure(RequestFailure(FeatureFlagsError(code: 200, reason: .unusableAnswer, message: "unusable answer")))
    case .status(let code, let wait):
      .failure(
        RequestFailure(
          FeatureFlagsError(code: code, reason: .httpStatus, message: "HTTP \(code)"),
          retryAfter: wait.map(Nanoseconds.seconds)))
    case .lost(let loss): .failure(RequestFailure(FeatureFlagsError(loss.error)))
    case .notSent:
      .failure(
        RequestFailure(FeatureFlagsError(code: 0, reason: .endpoint, message: "no request can be made"), wasSent: false)
      )
    }
  }
}

extension Reply.Loss {
  /// What a transport throws.
  var error: TransportError {
    switch self {
    case .timedOut: TransportError(.timedOut, "timed out")
    case .connection: TransportError(.connection, "refused")
    case .nameResolution: TransportError(.nameResolution, "no such host")
    case .tls: TransportError(.tls, "not trusted")
    }
  }
}

extension DiskRecord {
  init(_ stored: StoredFlags) {
    self.init(
      applicationCode: stored.identity.applicationCode, user: stored.identity.userID, received: stored.receivedAt,
      tag: stored.entityTag, flags: stored.flags)
  }
}

extension ImpressionEnding {
  init(_ result: Result<ImpressionOutcome, EventSinkError>) {
    switch result {
    case .success(.sent): self = .sent
    case .success(.duplicate): self = .duplicate
    case .success(.noFlag): self = .noFlag
    default: self = .failed
    }
  }
}
