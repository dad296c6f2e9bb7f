extension DurableEventSink {
  /// What has become of events since this sink was made.
  public struct Status: Sendable, Hashable {
    /// How many events were waiting when the directory was last looked at.
    public var waiting = 0
    /// How many the wrapped sink has taken.
    public var delivered = 0
    /// How many deliveries the wrapped sink has failed; each was, or will be, tried again.
    public var failedAttempts = 0
    /// How many events were refused because there was no room; who logged them was told.
    public var refused = 0
    /// How many events were dropped because they had waited too long.
    public var expired = 0
    /// How many files were set aside because they could not be read.
    public var setAside = 0

    /// How many events nobody will get.
    public var dropped: Int { refused + expired + setAside }
  }
}
