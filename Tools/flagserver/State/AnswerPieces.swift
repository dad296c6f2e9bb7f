/// The text of every result of every flag, where answers are put together from it.
///
/// Plain numbers and addresses: putting an answer together counts no reference, which all threads would fight for. The
/// addresses are those of the texts in `entries`, which it holds.
struct AnswerPieces: @unchecked Sendable {
  /// The text of one result, and its digest.
  struct Piece {
    fileprivate(set) var text: UnsafeRawBufferPointer
    fileprivate(set) var digest: Digest
  }

  private let entries: [FlagEntry]
  private let pieces: [Piece]
  /// Where in `pieces` those of each flag begin.
  private let starts: [Int]

  init(_ entries: [FlagEntry]) {
    self.entries = entries
    var pieces: [Piece] = []
    var starts: [Int] = []
    starts.reserveCapacity(entries.count)
    for entry in entries {
      starts.append(pieces.count)
      for (fragment, text) in zip(entry.fragments, entry.texts) {
        pieces.append(Piece(text: text, digest: fragment.digest))
      }
    }
    self.pieces = pieces
    self.starts = starts
  }

  /// Calls `body` with the piece of each flag that is in the answer; `outcomes` are those of `Ruleset.outcomes`.
  func forEach(_ outcomes: [Int32], _ body: (Piece) -> Void) {
    withExtendedLifetime(entries) {
      pieces.withUnsafeBufferPointer { pieces in
        starts.withUnsafeBufferPointer { starts in
          for (index, outcome) in outcomes.enumerated() where outcome >= 0 {
            body(pieces[starts[index] + Int(outcome)])
          }
        }
      }
    }
  }
}
