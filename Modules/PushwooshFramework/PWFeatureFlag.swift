import FeatureFlags

/// A feature flag as the server evaluated it for this device and user (R5).
///
/// It does not change when a later refresh does; read it again to see the new one.
public struct PWFeatureFlag: Sendable, Hashable {
  let flag: Flag

  init(_ flag: Flag) {
    self.flag = flag
  }

  /// The key under which it is read.
  public var key: String { flag.key }

  /// True when the flag is on.
  public var isEnabled: Bool { flag.isEnabled }

  /// The rule that decided: for example `r_1a2b3c4d`, `default` when no rule matched, empty when the flag was killed.
  public var ruleId: String { flag.ruleID }
}

extension PWFeatureFlag: CustomStringConvertible {
  /// Key, state and rule.
  public var description: String { flag.description }
}
