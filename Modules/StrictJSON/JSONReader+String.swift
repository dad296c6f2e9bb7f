extension JSONReader {
  /// Reads a string and takes its escapes out.
  public mutating func readString() throws(JSONError) -> String {
    try expect(.string)
    return try readStringHere()
  }

  /// Reads the string whose opening quote stands at `position`.
  mutating func readStringHere() throws(JSONError) -> String {
    position += 1
    let text = try readPlainText()
    if consumeQuote() { return text }
    return try readEscapedString(after: text)
  }

  /// Goes on with a string whose first backslash stands at `position`.
  private mutating func readEscapedString(after start: String) throws(JSONError) -> String {
    var text = start
    while !consumeQuote() {
      position += 1
      text.unicodeScalars.append(try readEscape())
      text += try readPlainText()
    }
    return text
  }

  /// Checks the string whose opening quote stands at `position`, and moves on behind it.
  mutating func skipStringHere() throws(JSONError) {
    position += 1
    while true {
      let range = try skipPlainText()
      if !isASCII(range) { _ = try decoded(range) }
      if consumeQuote() { return }
      position += 1
      _ = try readEscape()
    }
  }

  /// Reads up to the quote or backslash that must come next.
  private mutating func readPlainText() throws(JSONError) -> String {
    try decoded(try skipPlainText())
  }

  /// Where the text lies that ends before the quote or backslash that must come next.
  private mutating func skipPlainText() throws(JSONError) -> Range<Int> {
    let start = position
    bytes.withUnsafeBufferPointer { bytes in
      while position < bytes.count, bytes[position] >= 0x20, bytes[position] != UInt8(ascii: "\""),
        bytes[position] != UInt8(ascii: "\\")
      {
        position += 1
      }
    }
    guard try currentByte() >= 0x20 else { throw JSONError("control character in a string", offset: position) }
    return start..<position
  }

  /// Moves on if a quote stands at `position`; there is a byte.
  private mutating func consumeQuote() -> Bool {
    guard bytes[position] == UInt8(ascii: "\"") else { return false }
    position += 1
    return true
  }

  private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
    let byte = try currentByte()
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicodeEscape()
    default: throw JSONError("unknown escape in a string", offset: position - 1)
    }
  }

  /// Reads the digits of `\uXXXX`, and the second half of a surrogate pair where the first asks for it.
  private mutating func readUnicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let start = position - 2
    let first = try readHexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xdc00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw JSONError("unpaired surrogate in a string", offset: start) }
    position += 2
    let second = try readHexDigits()
    guard (0xdc00..<0xe000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xd800) << 10 + (UInt32(second) - 0xdc00))
    else { throw JSONError("unpaired surrogate in a string", offset: start) }
    return scalar
  }

  private mutating func readHexDigits() throws(JSONError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch try currentByte() {
      case let byte where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): digit = byte - UInt8(ascii: "0")
      case let byte where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte): digit = byte - UInt8(ascii: "a") + 10
      case let byte where (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte): digit = byte - UInt8(ascii: "A") + 10
      default: throw JSONError("expected four hexadecimal digits", offset: position)
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }

  private func isASCII(_ range: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in bytes[range].allSatisfy { $0 < 0x80 } }
  }

  private func decoded(_ range: Range<Int>) throws(JSONError) -> String {
    // A third of the time of the general way, and nearly every string is ASCII.
    if isASCII(range) {
      return bytes.withUnsafeBufferPointer { bytes in
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
      }
    }
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw JSONError("a string that is not UTF-8", offset: firstInvalidByte(of: range))
    }
    return text
  }

  /// Where the first sequence that is not UTF-8 starts in `range`.
  private func firstInvalidByte(of range: Range<Int>) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes[range].makeIterator()
    var offset = range.lowerBound
    while case .valid(let sequence) = parser.parseScalar(from: &iterator) { offset += sequence.count }
    return offset
  }
}
