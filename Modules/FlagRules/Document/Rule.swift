public import StrictJSON

/// One line of a flag's targeting: for whom, for what share of them, and what they get.
public struct Rule: Sendable, Hashable {
  /// For whom a rule is.
  public enum Target: Sendable, Hashable {
    /// Everyone.
    case everyone
    /// Those of the segment with this name.
    case segment(String)
    /// Those who meet a condition of the rule's own.
    case condition(Condition)
  }

  /// The id, such as `r_1a2b3c4d`; not empty, not `default`, and once in a flag.
  public var id: String

  /// For whom it is.
  public var target: Target

  /// What share of them it takes, in percent from 0 to 100, to the hundredth.
  public var rollout: Double

  /// What it decides: on or off.
  public var isEnabled: Bool

  /// Values that replace the defaults of the flag's properties while the rule decides "on".
  public var properties: JSONObject

  /// A rule with the given parts.
  public init(
    id: String, target: Target = .everyone, rollout: Double = 100, isEnabled: Bool = true,
    properties: JSONObject = [:]
  ) {
    self.id = id
    self.target = target
    self.rollout = rollout
    self.isEnabled = isEnabled
    self.properties = properties
  }
}
