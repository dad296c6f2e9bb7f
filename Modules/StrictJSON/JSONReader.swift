/// A strict reader of RFC 8259 text that hands out values one at a time, without an intermediate tree.
///
/// It is a cursor: each `read…` call consumes the value that stands next, and fails when that is of another kind. UTF-8
/// is checked, of members with equal keys the last wins, and depth and size are limited, so no input can trap or
/// overflow the stack. Not thread-safe; a value of its own for each use.
public struct JSONReader: Sendable {
  /// What a text may not exceed.
  public struct Limits: Sendable, Hashable {
    /// How deep arrays and objects may be nested.
    public var depth: Int

    /// How many bytes the text may have.
    public var bytes: Int

    /// Limits with the given values; by default depth 512 and 64 MiB.
    public init(depth: Int = 512, bytes: Int = 64 << 20) {
      self.depth = depth
      self.bytes = bytes
    }
  }

  let bytes: [UInt8]
  var position: Int
  private var depth = 0
  private let maximumDepth: Int

  /// A reader of `bytes` from `start` on, for the text that is there up to the end.
  ///
  /// - Throws: when there are more bytes than `limits` allow.
  public init(_ bytes: [UInt8], startingAt start: Int = 0, limits: Limits = Limits()) throws(JSONError) {
    guard bytes.count <= limits.bytes else {
      throw JSONError("text of \(bytes.count) bytes is over the limit of \(limits.bytes)", offset: limits.bytes)
    }
    self.bytes = bytes
    self.position = min(max(start, 0), bytes.count)
    self.maximumDepth = limits.depth
  }

  /// The one value of `bytes`, with nothing but white space around it.
  public static func value(
    of bytes: [UInt8], limits: Limits = Limits()
  ) throws(JSONError) -> JSONValue {
    var reader = try JSONReader(bytes, limits: limits)
    let value = try reader.readValue()
    try reader.finish()
    return value
  }

  /// The kind of the value that stands next, judged by its first byte.
  ///
  /// - Throws: at the end of the text or at a byte that starts no value.
  public mutating func peek() throws(JSONError) -> JSONKind {
    skipWhitespace()
    switch try currentByte() {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    default: throw JSONError("expected a value", offset: position)
    }
  }

  /// Reads the next value, whatever its kind.
  public mutating func readValue() throws(JSONError) -> JSONValue {
    switch try peek() {
    case .null:
      try readNull()
      return .null
    case .bool: return .bool(try readBool())
    case .number: return try readNumberHere()
    case .string: return .string(try readStringHere())
    case .array:
      var elements: [JSONValue] = []
      try readArray { (reader) throws(JSONError) in elements.append(try reader.readValue()) }
      return .array(elements)
    case .object: return .object(try readObject())
    }
  }

  /// Reads the next value, an object, whole.
  public mutating func readObject() throws(JSONError) -> JSONObject {
    var object = JSONObject()
    object.reserveCapacity(4)
    try readObject { (key, reader) throws(JSONError) in object.put(try reader.readValue(), under: key) }
    return object
  }

  /// Reads an object member by member; `member` must consume the value that belongs to the key.
  public mutating func readObject(
    _ member: (_ key: String, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try readMembers { (reader) throws(JSONError) in
      let key = try reader.readStringHere()
      try reader.consumeColon()
      try member(key, &reader)
    }
  }

  /// Reads an array element by element; `element` must consume exactly one value.
  public mutating func readArray(
    _ element: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try enter(.array, UInt8(ascii: "["))
    defer { depth -= 1 }
    if consume(UInt8(ascii: "]")) { return }
    repeat { try element(&self) } while consume(UInt8(ascii: ","))
    guard consume(UInt8(ascii: "]")) else { throw unexpected("expected ',' or ']'") }
  }

  /// Reads `true` or `false`.
  public mutating func readBool() throws(JSONError) -> Bool {
    try expect(.bool)
    if bytes[position] == UInt8(ascii: "t") {
      try readLiteral("true")
      return true
    }
    try readLiteral("false")
    return false
  }

  /// Reads `null`.
  public mutating func readNull() throws(JSONError) {
    try expect(.null)
    try readLiteral("null")
  }

  /// Checks that nothing but white space is left.
  public mutating func finish() throws(JSONError) {
    skipWhitespace()
    guard position == bytes.count else { throw JSONError("more text after the value", offset: position) }
  }

  // MARK: Bytes

  /// Reads an object; `member` must consume the key, whose quote stands at `position`, the colon and the value.
  mutating func readMembers(_ member: (inout JSONReader) throws(JSONError) -> Void) throws(JSONError) {
    try enter(.object, UInt8(ascii: "{"))
    defer { depth -= 1 }
    if consume(UInt8(ascii: "}")) { return }
    repeat {
      skipWhitespace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw unexpected("expected a key in quotes")
      }
      try member(&self)
    } while consume(UInt8(ascii: ","))
    guard consume(UInt8(ascii: "}")) else { throw unexpected("expected ',' or '}'") }
  }

  /// Consumes what stands between a key and its value.
  mutating func consumeColon() throws(JSONError) {
    guard consume(UInt8(ascii: ":")) else { throw unexpected("expected ':' after the key") }
  }

  /// Fails unless the next value is of `kind`; leaves the position at its first byte.
  mutating func expect(_ kind: JSONKind) throws(JSONError) {
    let found = try peek()
    guard found == kind else { throw JSONError("expected \(kind.phrase), found \(found.phrase)", offset: position) }
  }

  func currentByte() throws(JSONError) -> UInt8 {
    guard position < bytes.count else { throw JSONError("unexpected end of text", offset: bytes.count) }
    return bytes[position]
  }

  /// The error for a byte that does not fit, or for the end of the text where one was needed.
  func unexpected(_ message: String) -> JSONError {
    position < bytes.count
      ? JSONError(message, offset: position) : JSONError("unexpected end of text", offset: bytes.count)
  }

  private mutating func enter(_ kind: JSONKind, _ bracket: UInt8) throws(JSONError) {
    try expect(kind)
    guard depth < maximumDepth else {
      throw JSONError("nested deeper than \(maximumDepth) levels", offset: position)
    }
    depth += 1
    position += 1
  }

  /// Skips white space and consumes `byte` if it stands next.
  private mutating func consume(_ byte: UInt8) -> Bool {
    if position < bytes.count, bytes[position] == byte {
      position += 1
      return true
    }
    skipWhitespace()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func readLiteral(_ literal: StaticString) throws(JSONError) {
    let start = position
    for index in 0..<literal.utf8CodeUnitCount {
      guard position < bytes.count, bytes[position] == literal.utf8Start[index] else {
        position = min(position, bytes.count)
        throw position < bytes.count
          ? JSONError("expected '\(literal)'", offset: start)
          : JSONError("unexpected end of text", offset: bytes.count)
      }
      position += 1
    }
  }

  private mutating func skipWhitespace() {
    while position < bytes.count, Self.isWhitespace(bytes[position]) { position += 1 }
  }

  static func isWhitespace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0a, 0x0d, 0x09: true
    default: false
    }
  }
}
