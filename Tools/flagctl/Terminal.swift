/// What may be shown on a terminal.
enum Terminal {
  /// `text` with the characters made visible that could move the cursor, change colours, or turn the text around.
  ///
  /// - Parameter keepsLines: true to let line feeds and tabs stand.
  static func safe(_ text: String, keepsLines: Bool = false) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
      if isHarmful(scalar), !keepsLines || (scalar != "\n" && scalar != "\t") {
        safe += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// `json` with the control characters escaped that JSON lets stand: U+0080…U+009F, of which some terminals take one
  /// for the start of a command.
  static func safe(json: [UInt8]) -> [UInt8] {
    var safe: [UInt8] = []
    safe.reserveCapacity(json.count)
    var rest = json[...]
    while let byte = rest.popFirst() {
      if byte == 0xc2, let next = rest.first, (0x80...0x9f).contains(next) {
        safe += "\\u00\(String(next, radix: 16))".utf8
        rest.removeFirst()
      } else {
        safe.append(byte)
      }
    }
    return safe
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7f...0x9f: true
    // Line and paragraph ends, and what overrides the direction of writing.
    case 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
