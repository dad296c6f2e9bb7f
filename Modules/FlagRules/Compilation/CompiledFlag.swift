import StrictJSON

/// A rule that has been checked.
struct CompiledRule: Sendable {
  var id: String
  /// What it takes to be a target; nil for everyone.
  var condition: CompiledCondition?
  var rollout: Rollout
  /// The rule's id and the colon: what is hashed before the user id.
  var hashPrefix: [UInt8]

  /// The subject's bucket; `buffer` is room to put the hashed text together.
  func bucket(userID: String, buffer: inout [UInt8]) -> UInt32 {
    buffer.removeAll(keepingCapacity: true)
    buffer += hashPrefix
    buffer += userID.utf8
    return Murmur3.hash32(buffer) % Rollout.bucketCount
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
  /// That of each rule and then that of the default; of a killed flag its only one.
  let outcomes: [Outcome]

  init(key: String, isArchived: Bool, isKilled: Bool, rules: [CompiledRule], outcomes: [Outcome]) {
    self.key = key
    self.isArchived = isArchived
    self.isKilled = isKilled
    self.rules = rules
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
