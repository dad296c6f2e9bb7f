import StrictJSON

/// A rule that has been checked, but for what its own condition says; plain numbers, so that trying it counts no reference.
struct CompiledRule: Sendable {
  /// What it takes to be a target.
  enum Target: Sendable {
    case everyone
    case segment(Int)
    /// The condition at this place of ``CompiledFlag/conditions``.
    case condition(Int)
  }

  var target: Target
  var rollout: Rollout
  /// The hash of the rule's id and the colon: what is hashed before the user id.
  var prefix: Murmur3.State

  /// The bucket of the subject whose user id has these bytes.
  func bucket(_ userID: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var state = prefix
    for byte in userID { state.add(byte) }
    return state.hash % Rollout.bucketCount
  }
}

/// A flag that has been checked, with all its possible results made beforehand.
///
/// An object, so that a ruleset in which one flag of many is another is made without copying the others.
final class CompiledFlag: Sendable {
  /// One of the results, without the place of the flag, which changes when an earlier flag goes.
  struct Outcome: Sendable {
    var isEnabled: Bool
    var ruleID: String
    var properties: JSONObject
    var reason: Decision.Reason
  }

  let key: String
  let isArchived: Bool
  let isKilled: Bool
  let rules: [CompiledRule]
  /// The conditions of the rules that have one of their own.
  let conditions: [CompiledCondition]
  /// That of each rule and then that of the default; of a killed flag its only one.
  let outcomes: [Outcome]

  init(
    key: String, isArchived: Bool, isKilled: Bool, rules: [CompiledRule], conditions: [CompiledCondition],
    outcomes: [Outcome]
  ) {
    self.key = key
    self.isArchived = isArchived
    self.isKilled = isKilled
    self.rules = rules
    self.conditions = conditions
    self.outcomes = outcomes
  }

  /// The result at `outcome` of this flag, which stands at `index`.
  func decision(_ outcome: Int, flagIndex index: Int) -> Decision {
    let outcome = outcomes[outcome]
    return Decision(
      key: key, isEnabled: outcome.isEnabled, ruleID: outcome.ruleID, properties: outcome.properties,
      reason: outcome.reason, flagIndex: index)
  }
}
