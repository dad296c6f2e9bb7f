import FeatureFlags

/// What a rule about transports is given to check with.
struct TransportRuleCheck: Sendable {
  let rule: String
  let harness: TransportHarness

  /// A part of every request that must not turn up in any message.
  static let secret = "s3cr3t"

  func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(RuleViolation) {
    if !condition { throw RuleViolation(rule, message()) }
  }

  func requireEqual<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws(RuleViolation) {
    try require(found == expected, "\(what) is \(found), not \(expected)")
  }

  /// Sends `request`, which must fail for `reason` and without giving anything away.
  @discardableResult
  func requireFailure(
    _ reason: TransportError.Reason, of request: HTTPRequest, through transport: any Ports.Transport,
    _ what: @autoclosure () -> String = "the request"
  ) async throws(RuleViolation) -> TransportError {
    do {
      let response = try await transport.send(request)
      throw RuleViolation(rule, "\(what()) was answered with \(response.status), not failed for \(reason.rawValue)")
    } catch let error as TransportError {
      try require(
        error.reason == reason, "\(what()) failed for \(error.reason.rawValue) (\(error)), not for \(reason.rawValue)")
      try require(!error.message.contains(Self.secret), "the message shows a part of the request: \(error)")
      try require(!error.message.isEmpty, "the message is empty")
      return error
    } catch {
      throw error as? RuleViolation ?? RuleViolation(rule, "unexpected error \(error)")
    }
  }

  /// The answer to `request`, which must not fail.
  func response(
    to request: HTTPRequest, through transport: any Ports.Transport
  ) async throws(RuleViolation) -> HTTPResponse {
    do {
      return try await transport.send(request)
    } catch {
      throw RuleViolation(rule, "the request failed for \(error.reason.rawValue): \(error)")
    }
  }

  /// A request for `url` that is full of secrets.
  func request(_ url: String, timeout: Duration = .patient) -> HTTPRequest {
    HTTPRequest(
      url: url + "?token=" + Self.secret, headers: [HTTPHeader("Authorization", "Token " + Self.secret)],
      body: Array(#"{"user":"\#(Self.secret)"}"#.utf8), timeout: timeout)
  }
}
