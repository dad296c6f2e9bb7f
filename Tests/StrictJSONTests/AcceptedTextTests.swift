import StrictJSON
import Testing

@Suite("RFC 8259: text that is JSON")
struct AcceptedTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var value: JSONValue
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ value: JSONValue) {
      self.text = text
      self.value = value
    }
  }

  static let literalsAndSpace: [Case] = [
    Case("null", .null), Case("true", .bool(true)), Case("false", .bool(false)),
    Case(" null", .null), Case("null ", .null), Case("\tnull\t", .null), Case("\n\r null\r\n", .null),
    Case("  \n\t\r true  \n\t\r ", .bool(true)), Case("\"\"", .string("")), Case("0", .integer(0)),
  ]

  static let arrays: [Case] = [
    Case("[]", .array([])), Case("[ ]", .array([])), Case("[\n]", .array([])), Case("[null]", .array([.null])),
    Case("[1,2]", .array([.integer(1), .integer(2)])), Case("[ 1 , 2 ]", .array([.integer(1), .integer(2)])),
    Case("[[]]", .array([.array([])])), Case("[[],[[]]]", .array([.array([]), .array([.array([])])])),
    Case("[1,null,\"a\",true,{}]", .array([.integer(1), .null, .string("a"), .bool(true), .object([:])])),
    Case("[\"\"]", .array([.string("")])), Case("[false]", .array([.bool(false)])),
    Case("[1\n]", .array([.integer(1)])), Case(" [1]", .array([.integer(1)])), Case("[2] ", .array([.integer(2)])),
  ]

  static let objects: [Case] = [
    Case("{}", .object([:])), Case("{ }", .object([:])), Case("{\"a\":1}", .object(["a": .integer(1)])),
    Case("{ \"a\" : 1 }", .object(["a": .integer(1)])), Case("{\"\":0}", .object(["": .integer(0)])),
    Case("{\"a\":{}}", .object(["a": .object([:])])), Case("{\"a\":[]}", .object(["a": .array([])])),
    Case("{\"a\":1,\"b\":2}", .object(["a": .integer(1), "b": .integer(2)])),
    Case("{\"a\":1,\"a\":2}", .object(["a": .integer(2)])), Case("{\"a\":1,\"a\":null}", .object(["a": .null])),
    Case("{\"a\":{\"b\":1},\"a\":{}}", .object(["a": .object([:])])),
    Case("{\"a\":1,\"\\u0061\":2}", .object(["a": .integer(2)])),
    Case("{\"a\":1,\"A\":2}", .object(["a": .integer(1), "A": .integer(2)])),
    Case("{\"a\\u0000b\":1}", .object(["a\u{0}b": .integer(1)])),
    Case("{\n\"a\"\n:\n\"b\"\n}", .object(["a": .string("b")])),
    Case("{\"a\":[{\"b\":[{}]}]}", .object(["a": .array([.object(["b": .array([.object([:])])])])])),
  ]

  static let strings: [Case] = [
    Case(#""a""#, .string("a")), Case(#"" ""#, .string(" ")), Case(#""\"""#, .string("\"")),
    Case(#""\\""#, .string("\\")), Case(#""\/""#, .string("/")), Case(#""/""#, .string("/")),
    Case(#""\b\f\n\r\t""#, .string("\u{8}\u{c}\n\r\t")), Case(#""\u0041""#, .string("A")),
    Case(#""\u00e9""#, .string("\u{e9}")), Case(#""\u00E9""#, .string("\u{e9}")), Case(#""\u0000""#, .string("\u{0}")),
    Case(#""\u001f""#, .string("\u{1f}")), Case(#""\u0022""#, .string("\"")), Case(#""\u005C""#, .string("\\")),
    Case(#""\ud83d\ude00""#, .string("\u{1f600}")), Case(#""\uD83D\uDE00""#, .string("\u{1f600}")),
    Case(#""\ud800\udc00""#, .string("\u{10000}")), Case(#""\udbff\udfff""#, .string("\u{10ffff}")),
    Case(#""\ud7ff\ue000""#, .string("\u{d7ff}\u{e000}")), Case(#""\uffff""#, .string("\u{ffff}")),
    Case(#""\u2028\u2029""#, .string("\u{2028}\u{2029}")),
    Case("\"\u{2028}\u{2029}\"", .string("\u{2028}\u{2029}")), Case("\"\u{7f}\"", .string("\u{7f}")),
    Case("\"\u{feff}\"", .string("\u{feff}")), Case("\"\\n\u{feff}x\"", .string("\n\u{feff}x")),
    Case("\"\u{1f600}\"", .string("\u{1f600}")),
    Case("\"\u{10ffff}\"", .string("\u{10ffff}")), Case(#""\\u0041""#, .string("\\u0041")),
    Case(#""a\nb\nc""#, .string("a\nb\nc")), Case(#""\\n""#, .string("\\n")),
    Case(#""é\u0301é""#, .string("é\u{301}é")),
    Case(#""[]{},:""#, .string("[]{},:")), Case(#""// no comment""#, .string("// no comment")),
  ]

  @Test(
    "Text is read as the value it stands for", arguments: literalsAndSpace + arrays + objects + strings)
  func isRead(sample: Case) throws {
    #expect(areIdentical(try read(sample.text), sample.value))
    // Within a document the same bytes must mean the same.
    #expect(try read("[\(sample.text),1]") == .array([sample.value, .integer(1)]))
    #expect(try read("{\"k\":\(sample.text)}") == .object(["k": sample.value]))
  }

  @Test("Skipping a value consumes exactly the value", arguments: literalsAndSpace + arrays + objects + strings)
  func isSkipped(sample: Case) throws {
    var reader = try JSONReader(Array("[\(sample.text),7]".utf8))
    var last: JSONValue?
    var isFirst = true
    try reader.readArray { (reader) throws(JSONError) in
      if isFirst {
        try reader.skipValue()
      } else {
        last = try reader.readValue()
      }
      isFirst = false
    }
    try reader.finish()
    #expect(last == .integer(7))
  }

  @Test("R3: canonically equivalent keys are two keys")
  func keysAreBytes() throws {
    guard case .object(let object) = try read(#"{"\u00e9":1,"e\u0301":2}"#) else {
      Issue.record("no object")
      return
    }
    #expect(object.count == 2)
    #expect(object["\u{e9}"] == .integer(1))
    #expect(object["e\u{301}"] == .integer(2))
  }

  @Test("Of equal keys the last wins, at the place of the first")
  func lastDuplicateWins() throws {
    guard case .object(let object) = try read(#"{"a":1,"b":2,"a":3}"#) else {
      Issue.record("no object")
      return
    }
    #expect(object.members.map(\.key) == ["a", "b"])
    #expect(object["a"] == .integer(3))
  }
}
