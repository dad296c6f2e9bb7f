extension Ports {
  /// Moves one HTTP request to a server and its answer back.
  ///
  /// What an implementation must do:
  /// - Move bytes: no retry, no cache, no parsing, no redirect followed, no header of its own that changes the meaning.
  /// - Return any HTTP answer, whatever its status: an error status is an answer, not a failure.
  /// - End by `request.timeout` (counted from the call) with ``TransportError/Reason/timedOut``.
  /// - Honour cancellation of the calling task: abort the transfer, then throw ``TransportError/Reason/cancelled``.
  /// - Never hold more than `request.maximumResponseBytes` of decoded body: throw ``TransportError/Reason/tooLarge``.
  /// - Be safe to call from many tasks at once, and block no thread of the cooperative pool.
  public protocol Transport: Sendable {
    /// Sends `request` and returns the answer.
    ///
    /// - Throws: ``TransportError`` when no whole HTTP answer came.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
  }
}
