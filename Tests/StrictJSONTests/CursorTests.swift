import StrictJSON
import Testing

@Suite("The reader as a cursor")
struct CursorTests {
  @Test("peek tells the kind by the first byte and consumes nothing")
  func peekTellsTheKind() throws {
    let samples: [(String, JSONKind)] = [
      (" null", .null), ("true", .bool), ("\nfalse", .bool), ("-1", .number), ("7", .number), ("\"\"", .string),
      ("\t[", .array), ("{", .object),
    ]
    for (text, kind) in samples {
      var reader = try JSONReader(Array(text.utf8))
      #expect(try reader.peek() == kind)
      #expect(try reader.peek() == kind)
    }
    var empty = try JSONReader([])
    #expect(throws: JSONError("unexpected end of text", offset: 0)) { try empty.peek() }
    var bad = try JSONReader(Array(" ?".utf8))
    #expect(throws: JSONError("expected a value", offset: 1)) { try bad.peek() }
  }

  @Test("A reader can start behind a text that is not its own, and counts bytes from the start of all")
  func startsBehind() throws {
    let bytes = Array("{\"header\":1}\n [1, ?]".utf8)
    var reader = try JSONReader(bytes, startingAt: 13)
    #expect(throws: JSONError("expected a value", offset: 18)) {
      try reader.readArray { (reader) throws(JSONError) in #expect(try reader.readValue() == .integer(1)) }
    }
    for start in [bytes.count, .max] {
      var reader = try JSONReader(bytes, startingAt: start)
      #expect(throws: JSONError("unexpected end of text", offset: bytes.count)) { try reader.peek() }
    }
    var first = try JSONReader(bytes, startingAt: .min)
    #expect(try first.readObject() == ["header": 1])
  }

  @Test("Asking for another kind fails with both kinds and the place, and consumes nothing")
  func wrongKindIsNamed() throws {
    var reader = try JSONReader(Array(" \"text\"".utf8))
    #expect(throws: JSONError("expected a number, found a string", offset: 1)) { try reader.readNumber() }
    #expect(throws: JSONError("expected true or false, found a string", offset: 1)) { try reader.readBool() }
    #expect(throws: JSONError("expected null, found a string", offset: 1)) { try reader.readNull() }
    #expect(throws: JSONError("expected an object, found a string", offset: 1)) { try reader.readObject() }
    #expect(throws: JSONError("expected an array, found a string", offset: 1)) { try reader.readArray { _ in } }
    #expect(try reader.readString() == "text")
    try reader.finish()
  }

  @Test("Members are handed out one at a time, in order, duplicates too")
  func membersComeInOrder() throws {
    var reader = try JSONReader(Array(#" { "a" : 1 , "b" : [ 2 ] , "a" : "x" } "#.utf8))
    var seen: [String] = []
    try reader.readObject { (key, reader) throws(JSONError) in
      seen.append(key)
      try reader.skipValue()
    }
    try reader.finish()
    #expect(seen == ["a", "b", "a"])
  }

  @Test("A body that consumes nothing ends in an error, not in a loop")
  func idleBodiesEnd() throws {
    var array = try JSONReader(Array("[1,2]".utf8))
    #expect(throws: JSONError.self) { try array.readArray { _ in } }
    var object = try JSONReader(Array("{\"a\":1}".utf8))
    #expect(throws: JSONError.self) { try object.readObject { _, _ in } }
  }

  @Test("An error of the body comes out as it is")
  func bodyErrorsPass() throws {
    let mine = JSONError("mine", offset: 42)
    var reader = try JSONReader(Array("[1]".utf8))
    #expect(throws: mine) { try reader.readArray { (_) throws(JSONError) in throw mine } }
  }

  @Test("Text after the value is refused by finish alone")
  func restIsLeft() throws {
    var reader = try JSONReader(Array("1 2".utf8))
    #expect(try reader.readValue() == .integer(1))
    #expect(throws: JSONError("more text after the value", offset: 2)) { try reader.finish() }
    #expect(try reader.readValue() == .integer(2))
    try reader.finish()
  }
}
