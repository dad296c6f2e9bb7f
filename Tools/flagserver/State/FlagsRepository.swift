import FlagRules
import Locking
import StrictJSON

/// The flags document of the server: read by every request, edited by one administrator at a time.
final class FlagsRepository: Sendable {
  /// Why an edit was not made.
  enum EditError: Error, Hashable {
    case unknownFlag
    /// The document would make no sense; the path counts from the edited flag where the fault is in it.
    case invalid(DocumentError)
  }

  private let published: Locked<FlagSnapshot>
  /// How many edits there were. Held while one is prepared, which takes a while with many flags; readers go on with what
  /// is published.
  private let edits = Locked(0)

  init(_ ruleset: Ruleset) {
    published = Locked(FlagSnapshot(ruleset))
  }

  /// What holds now.
  var snapshot: FlagSnapshot { published.withLock { $0 } }

  /// Puts `flag` in the place of the one with its key, or at the end; true when it is new.
  func put(_ flag: FlagDefinition) throws(EditError) -> Bool {
    try edits.withLock { (edits) throws(EditError) in
      let ruleset = snapshot.ruleset
      var document = ruleset.document
      let index = ruleset.flagIndex(flag.key)
      if let index {
        document.flags[index] = flag
      } else {
        document.flags.append(flag)
      }
      try publish(document, edited: index ?? document.flags.count - 1)
      edits += 1
      return index == nil
    }
  }

  /// Changes the flag `key`, and returns what it has become.
  func change(
    _ key: String, _ change: @Sendable (inout FlagDefinition) -> Void
  ) throws(EditError) -> FlagDefinition {
    try edits.withLock { (edits) throws(EditError) in
      let ruleset = snapshot.ruleset
      guard let index = ruleset.flagIndex(key) else { throw .unknownFlag }
      var document = ruleset.document
      change(&document.flags[index])
      if document.flags[index] != ruleset.document.flags[index] {
        try publish(document, edited: index)
        edits += 1
      }
      return document.flags[index]
    }
  }

  private func publish(_ document: FlagsDocument, edited index: Int) throws(EditError) {
    let snapshot: FlagSnapshot
    do {
      snapshot = FlagSnapshot(try Ruleset(document))
    } catch {
      var error = error
      let prefix = "flags[\(index)]."
      if error.path.hasPrefix(prefix) { error.path.removeFirst(prefix.count) }
      throw .invalid(error)
    }
    published.withLock { $0 = snapshot }
  }
}
