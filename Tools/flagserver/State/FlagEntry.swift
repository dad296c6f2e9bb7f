import FlagRules
import StrictJSON
import Synchronization

/// A flag with every result and its definition ready to be sent.
///
/// An object, so that a snapshot in which one flag of many is another is made without copying the others.
final class FlagEntry: Sendable {
  /// What a flag is in an answer.
  struct Fragment: Sendable {
    var digest: Digest
    var isEnabled: Bool
    var ruleID: String
  }

  let key: String
  /// In the order of `Ruleset.possibleDecisions`.
  let fragments: [Fragment]
  /// The JSON text of each of them; in memory of its own, which nothing moves.
  nonisolated(unsafe) let texts: [UnsafeRawBufferPointer]
  /// The definition as JSON text, with its tag.
  let definition: Revision
  /// When an answer last had the flag, in Unix seconds; 0 for never.
  private let evaluation: Atomic<Int64>

  /// The flag at `index` of `ruleset`; `lastEvaluation` is that of the flag whose place it takes.
  init(_ ruleset: Ruleset, index: Int, lastEvaluation: Int64 = 0) {
    let flag = ruleset.document.flags[index]
    key = flag.key
    definition = Revision(flag.json)
    var fragments: [Fragment] = []
    var texts: [UnsafeRawBufferPointer] = []
    for decision in ruleset.possibleDecisions(flagIndex: index) {
      let bytes = JSONWriter.bytes(
        of: .object([
          "key": .string(decision.key), "enabled": .bool(decision.isEnabled), "rule_id": .string(decision.ruleID),
          "properties": .object(decision.properties),
        ]))
      fragments.append(
        Fragment(digest: Digest(bytes), isEnabled: decision.isEnabled, ruleID: decision.ruleID))
      let text = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      text.copyBytes(from: bytes)
      texts.append(UnsafeRawBufferPointer(text))
    }
    self.fragments = fragments
    self.texts = texts
    evaluation = Atomic(lastEvaluation)
  }

  deinit { for text in texts { text.deallocate() } }

  var lastEvaluation: Int64 { evaluation.load(ordering: .relaxed) }

  /// Takes down that an answer had the flag; cheap when that is known already.
  func wasEvaluated(at now: Int64) {
    if lastEvaluation != now { evaluation.store(now, ordering: .relaxed) }
  }
}
