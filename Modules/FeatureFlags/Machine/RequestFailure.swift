/// How a request for flags ended without a usable answer.
package struct RequestFailure: Error, Sendable, Hashable {
  /// What to report.
  package var error: FeatureFlagsError
  /// What the server's `Retry-After` asked for.
  package var retryAfter: Nanoseconds?
  /// False when nothing was sent, so that the request starts no window (T2).
  package var wasSent: Bool

  package init(_ error: FeatureFlagsError, retryAfter: Nanoseconds? = nil, wasSent: Bool = true) {
    self.error = error
    self.retryAfter = retryAfter
    self.wasSent = wasSent
  }
}
