extension Ports {
  /// Delivers events, one at a time.
  ///
  /// What an implementation must do:
  /// - Throw when the event was not delivered: the next `logImpression` for the flag sends it again (I4).
  /// - End in bounded time, at once when the calling task is cancelled: the client delivers in order, one by one.
  /// - Use the event's own identity and time, not those of the moment of delivery (I5).
  public protocol EventSink: Sendable {
    /// Delivers `event`.
    ///
    /// - Throws: ``EventSinkError`` when it was not delivered.
    func deliver(_ event: Event) async throws(EventSinkError)
  }
}
