/// Splits a line of the shell into words.
enum ShellWords {
  /// A line that cannot be split.
  struct Problem: Error {
    let message: String
  }

  /// The words of `line`: separated by white space, quoted by `'…'` or `"…"`, single characters by a backslash.
  ///
  /// A `#` at the start of a word begins a comment.
  static func split(_ line: String) throws(Problem) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = line[...]
    while let character = rest.popFirst() {
      if let open = quote {
        if character == open {
          quote = nil
        } else if character == "\\", open == "\"", let next = rest.first, next == "\"" || next == "\\" {
          word?.append(rest.removeFirst())
        } else {
          word?.append(character)
        }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == "\\" {
        guard let next = rest.popFirst() else { throw Problem(message: "a backslash at the end of the line") }
        word = (word ?? "") + String(next)
      } else if character.isWhitespace {
        if let complete = word { words.append(complete) }
        word = nil
      } else if character == "#", word == nil {
        break
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let quote { throw Problem(message: "the quote \(quote) is not closed") }
    if let word { words.append(word) }
    return words
  }
}
