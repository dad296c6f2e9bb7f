public import StrictJSON

/// What a flag is for those whom none of its rules takes; results carry the rule id `default` (R5).
public struct DefaultRule: Sendable, Hashable {
  /// On or off.
  public var isEnabled: Bool

  /// Values that replace the defaults of the flag's properties when it is on.
  public var properties: JSONObject

  /// A default rule with the given parts.
  public init(isEnabled: Bool = false, properties: JSONObject = [:]) {
    self.isEnabled = isEnabled
    self.properties = properties
  }
}
