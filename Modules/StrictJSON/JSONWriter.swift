/// Writes RFC 8259 text, compact, with the members in the order in which they are given.
///
/// What it writes of a canonical value, ``JSONReader`` reads back as an equal value. Not thread-safe; a value of its own for each use.
public struct JSONWriter: Sendable {
  /// The text so far.
  public private(set) var bytes: [UInt8] = []

  private var needsComma = false

  /// An empty writer.
  public init() {}

  /// The text of one value.
  public static func bytes(of value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value)
    return writer.bytes
  }

  /// Writes an object; `body` writes its members.
  public mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "{"))
    try body(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes an array; `body` writes its elements.
  public mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    open(UInt8(ascii: "["))
    try body(&self)
    close(UInt8(ascii: "]"))
  }

  /// Writes a key; its value must follow.
  public mutating func key(_ key: String) {
    write(key)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a member with any value.
  public mutating func member(_ key: String, _ value: JSONValue) {
    self.key(key)
    write(value)
  }

  /// Writes a member with a string.
  public mutating func member(_ key: String, _ value: String) {
    self.key(key)
    write(value)
  }

  /// Writes a member with an integer.
  public mutating func member(_ key: String, _ value: Int64) {
    self.key(key)
    write(.integer(value))
  }

  /// Writes a member with a boolean.
  public mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    write(.bool(value))
  }

  /// Writes any value; a number that JSON lacks, one that is not finite or ``JSONValue/outOfRange(_:)`` without the
  /// digits of a number, as `null`.
  public mutating func write(_ value: JSONValue) {
    switch value {
    case .null: raw("null")
    case .bool(let value): raw(value ? "true" : "false")
    case .integer(let value): raw(String(value))
    case .number(let value): raw(Self.text(of: value))
    case .outOfRange(let digits): raw(Self.isNumber(digits) ? digits : "null")
    case .string(let text): write(text)
    case .array(let elements):
      array { writer in
        for element in elements { writer.write(element) }
      }
    case .object(let object):
      self.object { writer in
        for member in object.members { writer.member(member.key, member.value) }
      }
    }
  }

  /// Writes a string, escaped where it must be.
  public mutating func write(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0a: bytes.append(contentsOf: "\\n".utf8)
      case 0x0d: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7f:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(Self.hexDigits[Int(byte >> 4)])
        bytes.append(Self.hexDigits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The text of a number that the reader takes for the same ``JSONValue/number(_:)``.
  private static func text(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    // The reader makes an integral one, in the range of `Int64`, only of a text with a fraction too small to matter;
    // without one it would come back as an integer, which is another value. A half is too small from 2⁵³ on.
    if value != 0, case .integer(let integer)? = JSONValue(exactly: value) {
      return value.magnitude < 0x1p53 ? "\(integer).0000000000000000000001" : "\(integer).5"
    }
    return value.description
  }

  /// True when `digits` is a number and nothing else, so that it cannot break the text it is put into.
  private static func isNumber(_ digits: String) -> Bool {
    guard var reader = try? JSONReader(Array(digits.utf8)), (try? reader.peek()) == .number else { return false }
    return (try? reader.readNumber()) != nil && (try? reader.finish()) != nil
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)

  /// Writes a value whose text is known, and compact.
  mutating func write(compactText text: [UInt8]) {
    separate()
    bytes.append(contentsOf: text)
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}
