/// Why a ``Ports/Transport`` brought no whole HTTP answer.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; new kinds may be added.
  public struct Reason: RawRepresentable, Sendable, Hashable {
    /// The stable name, for logs and tests.
    public let rawValue: String

    /// A reason of the given stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The host's name could not be resolved.
    public static let nameResolution = Reason(rawValue: "name-resolution")
    /// No connection could be made, or it broke before the answer was whole.
    public static let connection = Reason(rawValue: "connection")
    /// The time allowed was over.
    public static let timedOut = Reason(rawValue: "timed-out")
    /// The TLS handshake failed: an untrusted, expired or wrong-host certificate, no common version.
    public static let tls = Reason(rawValue: "tls")
    /// The answer is not HTTP, or its framing or content coding is broken.
    public static let malformedAnswer = Reason(rawValue: "malformed-answer")
    /// The decoded body is over the request's limit.
    public static let tooLarge = Reason(rawValue: "too-large")
    /// The calling task was cancelled.
    public static let cancelled = Reason(rawValue: "cancelled")
    /// The request cannot be sent: its URL, method or a header is not allowed.
    public static let invalidRequest = Reason(rawValue: "invalid-request")
    /// The transport itself cannot work, for example because its library is missing.
    public static let unavailable = Reason(rawValue: "unavailable")
  }

  /// The kind of failure.
  public let reason: Reason

  /// What happened, in words; no header, body, token or query of the request in it.
  public let message: String

  /// An error of the given kind.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
