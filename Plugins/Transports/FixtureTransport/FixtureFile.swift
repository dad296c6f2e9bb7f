/// A file of the folder that is an answer, taken apart by its name: `BASE.json`, `BASE.NUMBER.http`.
struct FixtureFile {
  /// What an answer is written as; in the order in which they take precedence.
  enum Kind: String {
    case fail, http, json
  }

  /// The whole name.
  let fileName: String

  /// What comes before number and ending.
  let base: String

  /// Where in its sequence the file stands; 0 without a number.
  let number: Int

  /// What it is written as.
  let kind: Kind

  /// The parts of `fileName`; nil when it is not that of an answer.
  init?(_ fileName: String) {
    var parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let kind = Kind(rawValue: String(parts.removeLast())) else { return nil }
    self.fileName = fileName
    self.kind = kind
    if parts.count > 1, let last = parts.last, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(last)
    {
      self.number = number
      parts.removeLast()
    } else {
      number = 0
    }
    base = parts.joined(separator: ".")
  }

  /// The file of a sequence that answers its `number`-th send; nil when there are none.
  static func pick(_ number: Int, of sequence: [FixtureFile]) -> FixtureFile? {
    let reached = sequence.map(\.number).filter { $0 <= number }.max() ?? sequence.map(\.number).min()
    return sequence.filter { $0.number == reached }.min { $0.kind.rawValue < $1.kind.rawValue }
  }
}
