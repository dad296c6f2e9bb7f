import StrictJSON

/// A rule that has been checked, but for what its own condition says; plain numbers, so that trying it counts no reference.
struct CompiledRule: Sendable {
  /// What it takes to be a target.
  enum Target: Sendable {
    case everyone
    case segment(Int)
    /// The condition at this place of ``Ruleset/sharedConditions``.
    case sharedCondition(Int)
    /// The condition at this place of ``CompiledFlag/conditions``.
    case ownCondition(Int)
  }

  var target: Target
  var rollout: Rollout
  /// The hash of the rule's id and the colon: what is hashed before the user id.
  var prefix: Murmur3.State

  /// The bucket of the subject with this user id.
  func bucket(_ userID: Murmur3.Words) -> UInt32 { prefix.hash(after: userID) % Rollout.bucketCount }
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
  /// The rules; in memory of its own, since counting the references to an array would be a fight of all threads for a word.
  nonisolated(unsafe) let rules: UnsafeBufferPointer<CompiledRule>
  /// The conditions that only rules of this flag have.
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
    let memory = UnsafeMutableBufferPointer<CompiledRule>.allocate(capacity: rules.count)
    _ = memory.initialize(fromContentsOf: rules)
    self.rules = UnsafeBufferPointer(memory)
    self.conditions = conditions
    self.outcomes = outcomes
  }

  deinit { rules.deallocate() }

  /// The result at `outcome` of this flag, which stands at `index`.
  func decision(_ outcome: Int, flagIndex index: Int) -> Decision {
    let outcome = outcomes[outcome]
    return Decision(
      key: key, isEnabled: outcome.isEnabled, ruleID: outcome.ruleID, properties: outcome.properties,
      reason: outcome.reason, flagIndex: index)
  }
}
