/// Translates between the client and one service's way of speaking HTTP; pure, without I/O.
///
/// The core knows no path and no field name of any service: `PushwooshWire` conforms to this, and so can another dialect.
/// Called from any thread; it must not block.
public protocol WireFormat: Sendable {
  /// Why flags cannot be requested as things stand, for example a reverse proxy with a wrong path (T10); nil when they can.
  var obstacle: FeatureFlagsError? { get }

  /// The request that asks for the flags of `context`.
  ///
  /// It is made anew for each sending, so that a changed base URL or proxy holds from the next request on.
  /// - Parameters:
  ///   - context: whom and what to ask for.
  ///   - entityTag: the tag of the stored answer, to be sent as `If-None-Match`; nil for none.
  /// - Throws: the error to report when no request can be made, code 0.
  func evaluationRequest(
    for context: EvaluationContext, entityTag: String?
  ) throws(FeatureFlagsError) -> HTTPRequest

  /// What `response` says.
  ///
  /// - Throws: the error to report: the status as the code, or 200 when the answer cannot be used (E1).
  func evaluation(from response: HTTPResponse) throws(FeatureFlagsError) -> EvaluationAnswer
}
