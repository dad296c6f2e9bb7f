import FlagRules
import StrictJSON
import Synchronization

/// A flag with every result and its definition ready to be sent.
///
/// An object, so that a snapshot in which one flag of many is another is made without copying the others.
final class FlagEntry: Sendable {
  /// A flag of an answer as JSON text.
  struct Fragment: Sendable {
    var bytes: [UInt8]
    var digest: Digest
    var isEnabled: Bool
    var ruleID: String
  }

  let key: String
  /// In the order of `Ruleset.possibleDecisions`.
  let fragments: [Fragment]
  /// The definition as JSON text, with its tag.
  let definition: Revision
  /// When an answer last had the flag, in Unix seconds; 0 for never.
  private let evaluation: Atomic<Int64>

  /// The flag at `index` of `ruleset`; `lastEvaluation` is that of the flag whose place it takes.
  init(_ ruleset: Ruleset, index: Int, lastEvaluation: Int64 = 0) {
    let flag = ruleset.document.flags[index]
    key = flag.key
    definition = Revision(flag.json)
    fragments = ruleset.possibleDecisions(flagIndex: index).map { decision in
      let bytes = JSONWriter.bytes(
        of: .object([
          "key": .string(decision.key), "enabled": .bool(decision.isEnabled), "rule_id": .string(decision.ruleID),
          "properties": .object(decision.properties),
        ]))
      return Fragment(
        bytes: bytes, digest: Digest(bytes), isEnabled: decision.isEnabled, ruleID: decision.ruleID)
    }
    evaluation = Atomic(lastEvaluation)
  }

  var lastEvaluation: Int64 { evaluation.load(ordering: .relaxed) }

  /// Takes down that an answer had the flag; cheap when that is known already.
  func wasEvaluated(at now: Int64) {
    if lastEvaluation != now { evaluation.store(now, ordering: .relaxed) }
  }
}
