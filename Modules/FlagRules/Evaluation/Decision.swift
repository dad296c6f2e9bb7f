public import StrictJSON

/// What a flag is for one subject, and why.
public struct Decision: Sendable, Hashable {
  /// What decided.
  public enum Reason: Sendable, Hashable {
    /// The flag is killed.
    case killed
    /// The rule at this place of the flag's list took the subject.
    case rule(Int)
    /// No rule did.
    case noRule
  }

  /// The flag's key.
  public var key: String

  /// On or off.
  public var isEnabled: Bool

  /// The deciding rule's id; `default` when no rule decided, empty when the flag is killed (R5).
  public var ruleID: String

  /// The value of every property of the flag; the defaults when it is off (R7).
  public var properties: JSONObject

  /// What decided.
  public var reason: Reason

  /// The place of the flag in the document's list.
  public var flagIndex: Int
}
