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
    left.compare(to: right) < 0
  }

  /// Negative when `self` comes before `other`, positive when it comes after, 0 when both are the same.
  public func compare(to other: ByteString) -> Int {
    let order = text.utf8.withContiguousStorageIfAvailable { left in
      other.text.utf8.withContiguousStorageIfAvailable { right in
        comparison(of: UnsafeRawBufferPointer(left), and: UnsafeRawBufferPointer(right))
      }
    }
    if let order = order ?? nil { return order }
    if bytesAreEqual(text, other.text) { return 0 }
    return text.utf8.lexicographicallyPrecedes(other.text.utf8) ? -1 : 1
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
  guard left.utf8.count == right.utf8.count else { return false }
  let areEqual = left.utf8.withContiguousStorageIfAvailable { left in
    right.utf8.withContiguousStorageIfAvailable { right in
      bytesAreEqual(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
    }
  }
  return (areEqual ?? nil) ?? left.utf8.elementsEqual(right.utf8)
}

/// The same for two pieces of memory of one size: eight bytes at a time, the last of them perhaps twice.
@inline(__always)
private func bytesAreEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  let count = left.count
  func differ<Word: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: Word.Type) -> Bool {
    left.loadUnaligned(fromByteOffset: offset, as: Word.self)
      != right.loadUnaligned(fromByteOffset: offset, as: Word.self)
  }
  if count >= 8 {
    var offset = 0
    while offset + 8 < count {
      if differ(offset, UInt64.self) { return false }
      offset += 8
    }
    return !differ(count - 8, UInt64.self)
  }
  if count >= 4 { return !differ(0, UInt32.self) && !differ(count - 4, UInt32.self) }
  return left.elementsEqual(right)
}

/// The sign tells how two pieces of memory are ordered by their bytes: eight at a time, most significant first.
private func comparison(of left: UnsafeRawBufferPointer, and right: UnsafeRawBufferPointer) -> Int {
  let count = min(left.count, right.count)
  var offset = 0
  while offset + 8 <= count {
    let leftWord = UInt64(bigEndian: left.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    let rightWord = UInt64(bigEndian: right.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    if leftWord != rightWord { return leftWord < rightWord ? -1 : 1 }
    offset += 8
  }
  while offset < count {
    if left[offset] != right[offset] { return left[offset] < right[offset] ? -1 : 1 }
    offset += 1
  }
  return left.count - right.count
}
