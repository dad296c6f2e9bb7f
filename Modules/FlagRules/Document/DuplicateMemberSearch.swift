import StrictJSON

/// Looks for an object with the same member twice.
///
/// ``JSONReader`` lets the last one win, as clients must; in a file that a person edits it is a slip worth a word, for
/// example a segment that was defined a second time further down.
struct DuplicateMemberSearch {
  /// Where the first such member stands.
  private(set) var finding: DocumentPath?

  /// Searches `bytes`, which are valid JSON.
  init(_ bytes: [UInt8]) throws(JSONError) {
    var reader = try JSONReader(bytes)
    try visit(&reader, at: .root)
  }

  private mutating func visit(_ reader: inout JSONReader, at path: DocumentPath) throws(JSONError) {
    switch try reader.peek() {
    case .object:
      var names: Set<ByteString> = []
      try reader.readObject { (name, reader) throws(JSONError) in
        if !names.insert(ByteString(name)).inserted, finding == nil { finding = path[name] }
        try visit(&reader, at: path[name])
      }
    case .array:
      var index = 0
      try reader.readArray { (reader) throws(JSONError) in
        try visit(&reader, at: path[index])
        index += 1
      }
    default: try reader.skipValue()
    }
  }
}
