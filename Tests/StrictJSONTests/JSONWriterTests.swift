import StrictJSON
import Testing

@Suite("JSONWriter")
struct JSONWriterTests {
  @Test("Every value is written compact, members in their order")
  func compact() {
    let value: JSONValue = .object([
      "z": .integer(1), "a": .array([.null, .bool(true), .bool(false), .number(0.5), .string("x")]), "o": .object([:]),
      "e": .array([]),
    ])
    #expect(write(value) == #"{"z":1,"a":[null,true,false,0.5,"x"],"o":{},"e":[]}"#)
    #expect(write(.integer(.min)) == "-9223372036854775808")
    #expect(write(.number(-0.0)) == "-0.0")
    #expect(write(.outOfRange("-1E+400")) == "-1E+400")
  }

  @Test("Only what must be escaped is escaped")
  func escapes() {
    #expect(
      write(.string("\"\\/\n\r\t\u{8}\u{c}\u{0}\u{1f}\u{7f}é😀\u{2028}"))
        == "\"\\\"\\\\/\\n\\r\\t\\u0008\\u000c\\u0000\\u001f\\u007fé😀\u{2028}\"")
    #expect(write(.object(["a\"b": .null])) == #"{"a\"b":null}"#)
  }

  @Test("What JSON lacks becomes null: a number that is not finite, digits that are no number")
  func whatJSONLacks() {
    for value in [Double.infinity, -.infinity, .nan] { #expect(write(.number(value)) == "null") }
    for digits in ["", "x", "1,2", "1}", "1 2", "\"a\"", "[1]", "-", "1e", "NaN", "null"] {
      #expect(write(.array([.outOfRange(digits), .integer(1)])) == "[null,1]", "\(digits)")
    }
  }

  @Test(
    "R8: a fraction that Double rounds to an integer does not come back as an integer",
    arguments: [
      "9007199254740993.5", "-9007199254740993.5", "1234567890123456789.1", "9223372036854775806.5",
      "-9223372036854775808.5", "9007199254740992.1", "4611686018427387904.25", "9223372036854774784.7",
    ])
  func roundedFractionsRoundTrip(text: String) throws {
    let value = try read(text)
    #expect(value == .number(try #require(Double(text))))
    #expect(try read(write(value)) == value)
  }

  @Test("Doubles of every size come back bit by bit")
  func doublesRoundTrip() throws {
    for exponent in -1074...1023 {
      for factor in [1.0, 1.5, -1.2345678901234567] {
        let double = factor * Double(sign: .plus, exponent: exponent, significand: 1)
        guard double != 0, let value = JSONValue(exactly: double) else { continue }
        #expect(areIdentical(try read(write(value)), value))
      }
    }
  }

  @Test("The streaming calls put commas where they belong")
  func streaming() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("s", "text")
      writer.member("i", Int64(7))
      writer.member("b", true)
      writer.member("v", JSONValue.null)
      writer.key("list")
      writer.array { writer in
        writer.array { _ in }
        writer.object { _ in }
        writer.write("x")
        writer.write(.integer(1))
      }
      writer.key("last")
      writer.write(.bool(false))
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"s":"text","i":7,"b":true,"v":null,"list":[[],{},"x",1],"last":false}"#)
  }

  @Test("An error of the body comes out as it is")
  func bodyErrorsPass() {
    struct Mine: Error {}
    var writer = JSONWriter()
    #expect(throws: Mine.self) { try writer.object { _ in throw Mine() } }
    #expect(throws: Mine.self) { try writer.array { _ in throw Mine() } }
  }
}
