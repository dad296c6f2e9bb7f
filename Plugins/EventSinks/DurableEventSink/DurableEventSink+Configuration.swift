extension DurableEventSink {
  /// Where a ``DurableEventSink`` keeps events, how many, how long, and how it tries again.
  public struct Configuration: Sendable, Hashable {
    /// The path of the directory; it and its parents are made (0700) by the first event. Nothing else may lie in it.
    public var directory: String

    /// How many events may wait, by default 10,000; a further one is refused.
    public var maximumCount: Int

    /// How many bytes the waiting events may take in all, by default 16 MiB; an event over that is refused.
    public var maximumBytes: Int

    /// How long an event may wait, by default seven days; after that it is dropped.
    public var maximumAge: Duration

    /// How long the first wait after a failed delivery is, by default a second; each further one is twice as long.
    public var retryDelay: Duration

    /// How long such a wait is at most, by default five minutes.
    public var maximumRetryDelay: Duration

    /// A configuration with the given parts.
    public init(
      directory: String, maximumCount: Int = 10_000, maximumBytes: Int = 16 << 20,
      maximumAge: Duration = .seconds(7 * 24 * 3_600), retryDelay: Duration = .seconds(1),
      maximumRetryDelay: Duration = .seconds(300)
    ) {
      self.directory = directory
      self.maximumCount = maximumCount
      self.maximumBytes = maximumBytes
      self.maximumAge = maximumAge
      self.retryDelay = retryDelay
      self.maximumRetryDelay = maximumRetryDelay
    }
  }
}
