extension FeatureFlagsClient {
  /// Calls `listener` on the main actor once after each refresh that changed a flag (L1).
  ///
  /// It is held weakly; adding it twice counts once (L2).
  public func addUpdateListener(_ listener: any FeatureFlagsUpdateListener) {
    engine.listeners.add(listener)
  }

  /// Calls `listener` no more; safe inside its own callback (L2).
  public func removeUpdateListener(_ listener: any FeatureFlagsUpdateListener) {
    engine.listeners.remove(listener)
  }

  /// A new sequence of the changes from now on, one element for each refresh that changed a flag (L4).
  ///
  /// It ends when the client is shut down. A reader that falls 256 updates behind loses the oldest, which is reported.
  public var changes: AsyncStream<FlagsUpdate> {
    engine.streams.make()
  }
}
