import FlagRules
import StrictJSON

/// The rules in force and, of each flag, every result ready to be sent: answering is looking up and copying.
struct FlagSnapshot: Sendable {
  /// A flag of an answer as JSON text.
  struct Fragment: Sendable {
    var bytes: [UInt8]
    var digest: Digest
  }

  let ruleset: Ruleset
  /// By flag, then in the order of `Ruleset.possibleDecisions`.
  private let fragments: [[Fragment]]

  init(_ ruleset: Ruleset) {
    self.ruleset = ruleset
    fragments = ruleset.document.flags.indices.map { index in
      ruleset.possibleDecisions(flagIndex: index).map { decision in
        let bytes = JSONWriter.bytes(of: Self.json(of: decision))
        return Fragment(bytes: bytes, digest: Digest(bytes))
      }
    }
  }

  /// The fragment of a decision that this snapshot's ruleset made.
  func fragment(of decision: Decision) -> Fragment {
    let candidates = fragments[decision.flagIndex]
    switch decision.reason {
    case .killed: return candidates[0]
    case .rule(let index): return candidates[index]
    case .noRule: return candidates[candidates.count - 1]
    }
  }

  private static func json(of decision: Decision) -> JSONValue {
    .object([
      "key": .string(decision.key), "enabled": .bool(decision.isEnabled), "rule_id": .string(decision.ruleID),
      "properties": .object(decision.properties),
    ])
  }
}
