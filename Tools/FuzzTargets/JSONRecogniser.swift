/// Says whether bytes are JSON by the letter of RFC 8259: one function for each rule of its grammar, and nothing shared
/// with the reader that it is a second opinion on.
struct JSONRecogniser {
  /// What is known of a text that the grammar allows.
  struct Findings {
    /// How deep arrays and objects are nested.
    var depth = 0
    /// True when an escape stands for half of a surrogate pair, which the grammar allows and no text can hold.
    var hasLoneSurrogate = false
  }

  private struct Refusal: Error {}

  private var input: ArraySlice<UInt8>
  private var findings = Findings()
  private var depth = 0

  /// Deeper than the reader goes, so that the one who refuses is never in doubt; it keeps the stack from running out.
  private static let depthLimit = 600

  /// The findings on `bytes`; nil when they are no JSON text, are not UTF-8, or are nested deeper than 600.
  static func findings(on bytes: [UInt8]) -> Findings? {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var recogniser = JSONRecogniser(input: bytes[...])
    do {
      try recogniser.space()
      try recogniser.value()
      try recogniser.space()
      return recogniser.input.isEmpty ? recogniser.findings : nil
    } catch {
      return nil
    }
  }

  private init(input: ArraySlice<UInt8>) {
    self.input = input
  }

  private mutating func space() throws {
    while let byte = input.first, " \t\n\r".utf8.contains(byte) { input.removeFirst() }
  }

  private mutating func value() throws {
    switch input.first {
    case UInt8(ascii: "{"): try list("{", "}") { (parser: inout JSONRecogniser) in try parser.member() }
    case UInt8(ascii: "["): try list("[", "]") { (parser: inout JSONRecogniser) in try parser.value() }
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    default: try number()
    }
  }

  private mutating func list(
    _ open: String, _ close: String, _ element: (inout JSONRecogniser) throws -> Void
  ) throws {
    depth += 1
    findings.depth = max(findings.depth, depth)
    guard depth <= Self.depthLimit else { throw Refusal() }
    try literal(open)
    try space()
    if !takes(close) {
      repeat {
        try space()
        try element(&self)
        try space()
      } while takes(",")
      try literal(close)
    }
    depth -= 1
  }

  private mutating func member() throws {
    try string()
    try space()
    try literal(":")
    try space()
    try value()
  }

  private mutating func string() throws {
    try literal("\"")
    var high = false
    while let byte = input.popFirst() {
      let escaped = byte == UInt8(ascii: "\\") ? input.popFirst() : nil
      if escaped == UInt8(ascii: "u") {
        try unicode(afterHigh: &high)
        continue
      }
      if high { findings.hasLoneSurrogate = true }
      high = false
      if let escaped {
        guard "\"\\/bfnrt".utf8.contains(escaped) else { throw Refusal() }
      } else if byte == UInt8(ascii: "\"") {
        return
      } else if byte < 0x20 || byte == UInt8(ascii: "\\") {
        throw Refusal()
      }
    }
    throw Refusal()
  }

  private mutating func unicode(afterHigh high: inout Bool) throws {
    let digits = input.prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit && $0 < 0x80 }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Refusal() }
    input = input.dropFirst(4)
    let isLow = (0xdc00...0xdfff).contains(unit)
    if isLow != high { findings.hasLoneSurrogate = true }
    high = (0xd800...0xdbff).contains(unit)
  }

  private mutating func number() throws {
    _ = takes("-")
    if !takes("0") { try digits() }
    if takes(".") { try digits() }
    if takes("e") || takes("E") {
      if !takes("+") { _ = takes("-") }
      try digits()
    }
  }

  private mutating func digits() throws {
    let digits = input.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard !digits.isEmpty else { throw Refusal() }
    input = input[digits.endIndex...]
  }

  private mutating func takes(_ text: String) -> Bool {
    guard input.starts(with: text.utf8) else { return false }
    input = input.dropFirst(text.utf8.count)
    return true
  }

  private mutating func literal(_ text: String) throws {
    guard takes(text) else { throw Refusal() }
  }
}
