import StrictJSON
import Testing

@Suite("JSONValue, ByteString and JSONKind")
struct JSONValueTests {
  static let distinct: [JSONValue] = [
    .null, .bool(true), .bool(false), .integer(0), .integer(1), .number(0.5), .outOfRange("1e400"), .string("1"),
    .string(""), .string("\u{e9}"), .string("e\u{301}"), .array([]), .array([.null]), .array([.integer(1)]),
    .object([:]), .object(["a": .null]), .object(["b": .null]), .outOfRange("1e401"), .string("1e400"),
    .integer(.max), .number(0x1p63), .array([.array([])]),
  ]

  @Test("R6: values of different kinds or content are never equal")
  func areDistinct() {
    for (i, left) in Self.distinct.enumerated() {
      for (j, right) in Self.distinct.enumerated() { #expect((left == right) == (i == j), "\(left) \(right)") }
    }
    #expect(Set(Self.distinct).count == Self.distinct.count)
  }

  @Test("Spelling and the order of members do not count")
  func spellingDoesNotCount() throws {
    #expect(try read(#"{"a":1.0,"b":[10e-1]}"#) == read(#" { "b" : [ 1 ] , "\u0061" : 1 } "#))
    #expect(try read("[1,2]") != read("[2,1]"))
  }

  @Test("R8: init(exactly:) is canonical and refuses what JSON lacks")
  func exactlyIsCanonical() {
    #expect(JSONValue(exactly: 3) == .integer(3))
    #expect(JSONValue(exactly: -3) == .integer(-3))
    #expect(JSONValue(exactly: 0) == .integer(0))
    #expect(JSONValue(exactly: 3.7) == .number(3.7))
    #expect(JSONValue(exactly: -0x1p63) == .integer(.min))
    #expect(JSONValue(exactly: 0x1p63) == .number(0x1p63))
    #expect(JSONValue(exactly: 1e300) == .number(1e300))
    #expect(JSONValue(exactly: .infinity) == nil)
    #expect(JSONValue(exactly: -.infinity) == nil)
    #expect(JSONValue(exactly: .nan) == nil)
    if case .number(let zero)? = JSONValue(exactly: -0.0) {
      #expect(zero.sign == .minus)
    } else {
      Issue.record("-0.0 lost its sign")
    }
  }

  @Test("Each value knows its kind, and each kind its words")
  func kinds() {
    let kinds: [(JSONValue, JSONKind, String)] = [
      (.null, .null, "null"), (.bool(true), .bool, "true or false"), (.integer(1), .number, "a number"),
      (.number(0.5), .number, "a number"), (.outOfRange("1e400"), .number, "a number"),
      (.string(""), .string, "a string"),
      (.array([]), .array, "an array"), (.object([:]), .object, "an object"),
    ]
    for (value, kind, phrase) in kinds {
      #expect(value.kind == kind)
      #expect(kind.phrase == phrase)
    }
  }

  @Test("R3: byte strings compare, order and hash by bytes")
  func byteStrings() {
    let composed: ByteString = "\u{e9}"
    let decomposed = ByteString("e\u{301}")
    #expect(composed != decomposed)
    #expect(composed == ByteString("\u{e9}"))
    #expect(composed.hashValue == ByteString("\u{e9}").hashValue)
    #expect(decomposed < composed)
    #expect(ByteString("a") < ByteString("ab"))
    #expect(!(ByteString("b") < ByteString("ab")))
    #expect(Set([composed, decomposed, ByteString("e\u{301}")]).count == 2)
  }

  @Test("R8: the order of byte strings is that of their bytes, wherever they differ")
  func byteOrder() {
    let words = ["", "a", "\u{0}", "b\u{0}", "12345678", "123456789", "1234567", "\u{e9}", "\u{7f}", "\u{1f600}"]
    let strings = words.flatMap { left in words.flatMap { right in ["\(left)\(right)", "12345678\(left)é\(right)"] } }
    for left in strings {
      for right in strings {
        let (leftBytes, rightBytes) = (Array(left.utf8), Array(right.utf8))
        let isBefore = leftBytes.lexicographicallyPrecedes(rightBytes)
        #expect((ByteString(left) < ByteString(right)) == isBefore, "\(leftBytes) and \(rightBytes)")
        #expect((ByteString(left).compare(to: ByteString(right)) == 0) == (leftBytes == rightBytes))
      }
    }
  }
}
