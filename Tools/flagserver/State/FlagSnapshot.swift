import FlagRules
import StrictJSON
import Synchronization

/// The rules in force and, of each flag, every result ready to be sent: answering is looking up and copying.
///
/// An object, so that taking hold of it counts one reference.
final class FlagSnapshot: Sendable {
  let ruleset: Ruleset
  /// The flags, in the order of the document.
  let entries: [FlagEntry]
  /// What answers are put together from.
  let pieces: AnswerPieces
  /// Those of them that are shown with a device; few enough for thousands of devices to keep each its own version.
  let shown: [FlagEntry]

  /// How many flags are shown with a device.
  private static let shownLimit = 1_000

  /// When an answer last had all flags that are not archived, in Unix seconds.
  let evaluation = Evaluation()

  /// A time, and by its identity the snapshot.
  final class Evaluation: Sendable {
    fileprivate let time = Atomic<Int64>(0)
  }

  /// Takes down which flags an answer had; cheap when all of them are known to have been in one at that time already.
  func wereEvaluated(_ outcomes: Outcomes, at now: Int64) {
    guard evaluation.time.load(ordering: .relaxed) != now else { return }
    for (index, outcome) in outcomes.indices.enumerated() where outcome >= 0 { entries[index].wasEvaluated(at: now) }
    if !outcomes.isPartial, outcomes.indices.contains(where: { $0 >= 0 }) {
      evaluation.time.store(now, ordering: .relaxed)
    }
  }

  convenience init(_ ruleset: Ruleset) {
    self.init(ruleset, ruleset.document.flags.indices.map { FlagEntry(ruleset, index: $0) })
  }

  private init(_ ruleset: Ruleset, _ entries: [FlagEntry]) {
    self.ruleset = ruleset
    self.entries = entries
    pieces = AnswerPieces(entries)
    shown = entries.count <= Self.shownLimit ? entries : Array(entries[..<Self.shownLimit])
  }

  /// The flag `key`, compared by bytes; nil when there is none.
  func entry(_ key: String) -> FlagEntry? { ruleset.flagIndex(key).map { entries[$0] } }

  /// The snapshot of `ruleset`, in which the flag at `index` alone is another or new.
  func putting(_ ruleset: Ruleset, at index: Int) -> FlagSnapshot {
    var entries = entries
    if index < entries.count {
      entries[index] = FlagEntry(ruleset, index: index, lastEvaluation: entries[index].lastEvaluation)
    } else {
      entries.append(FlagEntry(ruleset, index: index))
    }
    return FlagSnapshot(ruleset, entries)
  }

  /// The snapshot of `ruleset`, in which the flag that was at `index` is no more.
  func removing(_ ruleset: Ruleset, at index: Int) -> FlagSnapshot {
    var entries = entries
    entries.remove(at: index)
    return FlagSnapshot(ruleset, entries)
  }

  /// The snapshot of `ruleset`, which has the flags of this one but other segments or applications.
  func keepingFlags(_ ruleset: Ruleset) -> FlagSnapshot { FlagSnapshot(ruleset, entries) }

  /// The document as JSON text.
  var documentText: [UInt8] {
    var text: [UInt8] = Array("{\"applications\":".utf8)
    text += JSONWriter.bytes(of: .array(ruleset.document.applications.map(\.json)))
    text += ",\"segments\":".utf8
    text += JSONWriter.bytes(of: ruleset.document.segmentsJSON)
    text += ",\"flags\":".utf8
    text += flagsText
    text.append(UInt8(ascii: "}"))
    return text
  }

  /// The definitions of all flags as the text of a JSON array.
  var flagsText: [UInt8] {
    var text: [UInt8] = [UInt8(ascii: "[")]
    text.reserveCapacity(entries.reduce(2) { $0 + $1.definition.json.count + 1 })
    for (index, entry) in entries.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += entry.definition.json
    }
    text.append(UInt8(ascii: "]"))
    return text
  }
}
