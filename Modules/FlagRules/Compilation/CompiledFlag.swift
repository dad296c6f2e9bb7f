import StrictJSON

/// A rule that has been checked.
struct CompiledRule: Sendable {
  /// What it takes to be a target; nil for everyone.
  var condition: CompiledCondition?
  var rollout: Rollout
  /// The rule's id and the colon: what is hashed before the user id.
  var hashPrefix: [UInt8]
  var decision: Decision

  /// The subject's bucket; `buffer` is room to put the hashed text together.
  func bucket(userID: String, buffer: inout [UInt8]) -> UInt32 {
    buffer.removeAll(keepingCapacity: true)
    buffer += hashPrefix
    buffer += userID.utf8
    return Murmur3.hash32(buffer) % Rollout.bucketCount
  }
}

/// A flag that has been checked, with all its possible results made beforehand.
struct CompiledFlag: Sendable {
  var key: String
  var isArchived: Bool
  /// The one result of a killed flag; nil for one that is not.
  var killedDecision: Decision?
  var rules: [CompiledRule]
  var defaultDecision: Decision
}
