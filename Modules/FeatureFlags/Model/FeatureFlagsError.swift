/// Why a refresh failed (E1, E2). What was readable before stays readable.
public struct FeatureFlagsError: Error, Sendable, Hashable {
  /// The kind of failure; new kinds may be added.
  public struct Reason: RawRepresentable, Sendable, Hashable {
    /// The stable name, for logs and tests.
    public let rawValue: String

    /// A reason of the given stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// No HTTP answer came; ``FeatureFlagsError/transportReason`` says why.
    public static let transport = Reason(rawValue: "transport")
    /// The server answered with a status other than 200.
    public static let httpStatus = Reason(rawValue: "http-status")
    /// The server answered 200, but the answer cannot be used.
    public static let unusableAnswer = Reason(rawValue: "unusable-answer")
    /// The server asked, by `Retry-After`, not to be called yet (T7).
    public static let retryAfter = Reason(rawValue: "retry-after")
    /// An app extension never requests flags (T9).
    public static let appExtension = Reason(rawValue: "app-extension")
    /// The base URL or reverse proxy is not one that flags can be requested through (T10).
    public static let endpoint = Reason(rawValue: "endpoint")
    /// Communication with the server is stopped (T11).
    public static let communicationStopped = Reason(rawValue: "communication-stopped")
    /// The client has been shut down (C4).
    public static let shutDown = Reason(rawValue: "shut-down")
  }

  /// The domain under which the SDK reports the code.
  public static let domain = "PWFeatureFlagsErrorDomain"

  /// The HTTP status; 0 when no HTTP answer came or nothing was sent; 200 for an answer that cannot be used (E1).
  public let code: Int

  /// The kind of failure.
  public let reason: Reason

  /// What happened, in words; no User ID, device id or token in it.
  public let message: String

  /// Why the transport brought no answer; nil unless `reason` is ``Reason/transport``.
  public let transportReason: TransportError.Reason?

  /// The byte of the answer at which it stopped being usable, where that can be told.
  public let byteOffset: Int?

  /// When the server can be asked again, by the wall clock, where it said so (T7).
  public var retryAt: WallTime?

  /// An error with the given parts.
  public init(
    code: Int, reason: Reason, message: String, transportReason: TransportError.Reason? = nil,
    byteOffset: Int? = nil, retryAt: WallTime? = nil
  ) {
    self.code = code
    self.reason = reason
    self.message = message
    self.transportReason = transportReason
    self.byteOffset = byteOffset
    self.retryAt = retryAt
  }

  /// The error for a transport that brought no answer: code 0.
  public init(_ error: TransportError) {
    self.init(code: 0, reason: .transport, message: error.message, transportReason: error.reason)
  }

  /// The error for an answer with HTTP 200 that is no usable JSON: code 200.
  public init(unusable error: JSONError) {
    self.init(
      code: 200, reason: .unusableAnswer, message: "unusable answer: \(error)", byteOffset: error.offset)
  }

  /// True when the same request may well succeed a little later (T7).
  public var isRetriable: Bool {
    switch reason {
    case .transport:
      transportReason == .connection || transportReason == .timedOut || transportReason == .nameResolution
    case .httpStatus, .retryAfter: [408, 429, 500, 502, 503, 504].contains(code)
    default: false
    }
  }
}

extension FeatureFlagsError: CustomStringConvertible {
  /// Domain, code and message.
  public var description: String { "\(Self.domain) \(code): \(message)" }
}
