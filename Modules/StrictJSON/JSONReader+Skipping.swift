extension JSONReader {
  /// Checks the next value without keeping it: fails exactly where reading it would.
  public mutating func skipValue() throws(JSONError) {
    switch try peek() {
    case .null: try readNull()
    case .bool: _ = try readBool()
    case .number: try skipNumberHere()
    case .string: try skipStringHere()
    case .array: try readArray { (reader) throws(JSONError) in try reader.skipValue() }
    case .object:
      try readMembers { (reader) throws(JSONError) in
        try reader.skipStringHere()
        try reader.consumeColon()
        try reader.skipValue()
      }
    }
  }

  /// Checks the next value and gives its text, without the white space between its parts.
  mutating func readCompactText() throws(JSONError) -> [UInt8] {
    _ = try peek()
    let start = position
    try skipValue()
    let text = bytes[start..<position]
    return text.contains(where: Self.isWhitespace) ? Self.compacted(text) : Array(text)
  }

  /// `text`, which is one value, without the white space that stands in no string.
  private static func compacted(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var compact: [UInt8] = []
    compact.reserveCapacity(text.count)
    var isInString = false
    var isEscaped = false
    for byte in text where isInString || !isWhitespace(byte) {
      compact.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      }
    }
    return compact
  }
}
