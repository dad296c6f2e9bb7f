/// A string that is compared byte by byte, so that two canonically equivalent spellings are two values (R3).
///
/// `String` compares by Unicode canonical equivalence; flag keys and property names must not.
@frozen
public struct ByteString: Sendable, Hashable, Comparable, ExpressibleByStringLiteral {
  /// The text itself.
  public let text: String

  /// Wraps `text`; the bytes are taken as they are.
  @inlinable
  public init(_ text: String) {
    self.text = text
  }

  /// Wraps a literal.
  public init(stringLiteral text: String) {
    self.text = text
  }

  /// True when both hold the same UTF-8 bytes.
  public static func == (left: ByteString, right: ByteString) -> Bool {
    bytesAreEqual(left.text, right.text)
  }

  /// Orders by unsigned UTF-8 bytes.
  public static func < (left: ByteString, right: ByteString) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Feeds the UTF-8 bytes to `hasher`.
  public func hash(into hasher: inout Hasher) {
    var copy = text
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xff))
  }
}

/// True when both strings hold the same UTF-8 bytes.
func bytesAreEqual(_ left: String, _ right: String) -> Bool {
  left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
}
