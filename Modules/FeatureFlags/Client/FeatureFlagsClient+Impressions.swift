extension FeatureFlagsClient {
  /// Sends the event `PW_FeatureFlagImpression` for the flag under `key`, in its rule and state of now (I1).
  ///
  /// One is sent for each user, flag, rule and state in a session (I2); without a flag nothing is sent (I3). When it
  /// fails the next call sends it again (I4). Returns at once; one that is a duplicate costs no more than a read.
  public func logImpression(_ key: String) {
    if !publisher.isLogged(key) { engine.logImpression(key, nil) }
  }

  /// Does what ``logImpression(_:)`` does, and returns when the sink has taken the event.
  ///
  /// - Throws: ``EventSinkError`` when it was not delivered.
  @discardableResult
  public func deliverImpression(_ key: String) async throws(EventSinkError) -> ImpressionOutcome {
    let result = await withCheckedContinuation { continuation in
      engine.logImpression(key) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }
}
