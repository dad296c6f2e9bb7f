/// How an impression ended that did not fail.
public struct ImpressionOutcome: RawRepresentable, Sendable, Hashable {
  /// The stable name, for logs and tests.
  public let rawValue: String

  /// An outcome of the given stable name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The sink took it.
  public static let sent = ImpressionOutcome(rawValue: "sent")
  /// One for the same user, flag, rule and state was sent in this session, or is being sent (I2, I4).
  public static let duplicate = ImpressionOutcome(rawValue: "duplicate")
  /// There is no flag of that key, so there is nothing to send (I3).
  public static let noFlag = ImpressionOutcome(rawValue: "no-flag")
}
