package import FeatureFlags

/// One call of a JSON method: the request, and where it was aimed, which decides whether its answer may move the base.
package struct EnvelopeCall: Sendable {
  /// What to send.
  package let request: HTTPRequest

  /// Where the request goes.
  let endpoint: Endpoint
}
