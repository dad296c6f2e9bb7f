import StrictJSON
import Testing

@Suite("RFC 8259: text that is no JSON")
struct RefusedTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var bytes: [UInt8]
    var offset: Int
    var testDescription: String { "\(String(decoding: bytes, as: UTF8.self).debugDescription) at \(offset)" }

    init(_ text: String, _ offset: Int) {
      self.init(Array(text.utf8), offset)
    }

    init(_ bytes: [UInt8], _ offset: Int) {
      self.bytes = bytes
      self.offset = offset
    }
  }

  static let structure: [Case] = [
    Case("", 0), Case(" ", 1), Case("\n\t", 2), Case("[", 1), Case("{", 1), Case("]", 0), Case("}", 0), Case(",", 0),
    Case(":", 0), Case("[1", 2), Case("[1,", 3), Case("[,", 1), Case("[,1]", 1), Case("[1,]", 3), Case("[1,,2]", 3),
    Case("[1 2]", 3), Case("[1:2]", 2), Case("[1}", 2), Case("[\"a\"", 4), Case("[[]", 3), Case("[]]", 2),
    Case("[][]", 2),
    Case("[1],", 3), Case("{1:2}", 1), Case("{a:1}", 1), Case("{'a':1}", 1), Case("{\"a\"", 4), Case("{\"a\":", 5),
    Case("{\"a\":1", 6), Case("{\"a\":1,", 7), Case("{\"a\":1,}", 7), Case("{,}", 1), Case("{\"a\" 1}", 5),
    Case("{\"a\",1}", 4), Case("{\"a\"::1}", 5), Case("{\"a\":1,,\"b\":2}", 7), Case("{\"a\":1 \"b\":2}", 7),
    Case("{\"a\":}", 5), Case("{null:1}", 1), Case("{[]:1}", 1), Case("{\"a\":1]", 6), Case("{}}", 2), Case("{} x", 3),
    Case("{\"a\":1}{\"b\":2}", 7), Case("1 2", 2), Case("null null", 5), Case("[1]x", 3), Case("\"a\"\"b\"", 3),
    Case("// c\n1", 0), Case("/* */1", 0), Case("1 // c", 2), Case("[1 /**/]", 3), Case("#1", 0), Case("*", 0),
    Case("<html>", 0), Case("\u{feff}null", 0), Case("\u{a0}1", 0), Case("\u{2028}1", 0), Case("\u{c}1", 0),
    Case("\u{b}1", 0),
    Case("\u{0}1", 0), Case("1\u{0}", 1), Case("[\u{c}]", 1), Case("{\"a\":\u{a0}1}", 5),
  ]

  static let literals: [Case] = [
    Case("n", 1), Case("nul", 3), Case("nulL", 0), Case("Null", 0), Case("NULL", 0), Case("nullx", 4), Case("t", 1),
    Case("tru", 3), Case("True", 0), Case("TRUE", 0), Case("trues", 4), Case("f", 1), Case("fals", 4), Case("falsy", 0),
    Case("undefined", 0), Case("NaN", 0), Case("Infinity", 0), Case("-Infinity", 1), Case("nan", 0), Case("inf", 0),
    Case("[tru]", 1), Case("[nul,1]", 1), Case("yes", 0),
  ]

  static let numbers: [Case] = [
    Case("-", 1), Case("+1", 0), Case("--1", 1), Case("-a", 1), Case("01", 1), Case("00", 1), Case("-01", 2),
    Case("-00", 2),
    Case("1.", 2), Case(".1", 0), Case("-.1", 1), Case("1.e1", 2), Case("1e", 2), Case("1e+", 3), Case("1e-", 3),
    Case("1E", 2), Case("1ee1", 2), Case("1e1.5", 3), Case("1e1e1", 3), Case("1.2.3", 3), Case("0x1", 1),
    Case("1_000", 1),
    Case("1,000", 1), Case("1f", 1), Case("1L", 1), Case("0e", 2), Case("0.", 2), Case("- 1", 1), Case("1 .0", 2),
    Case("[0123]", 2), Case("[-]", 2), Case("[1.]", 3), Case("1e++1", 3), Case("1e 1", 2), Case("\u{661}", 0),
    Case("1.a", 2),
    Case("$1", 0), Case("1-1", 1), Case("0b1", 1), Case("1+1", 1),
  ]

  static let strings: [Case] = [
    Case("\"", 1), Case("\"a", 2), Case("'a'", 0), Case("a", 0), Case("\"\n\"", 1), Case("\"a\tb\"", 2),
    Case("\"\u{0}\"", 1),
    Case("\"\u{1f}\"", 1), Case(#""\"#, 2), Case(#""\""#, 3), Case(#""\x41""#, 2), Case(#""\a""#, 2), Case(#""\'""#, 2),
    Case(#""\0""#, 2), Case(#""\v""#, 2), Case(#""\e""#, 2), Case(#""\U0041""#, 2), Case(#""\u""#, 3),
    Case(#""\u1""#, 4),
    Case(#""\u12""#, 5), Case(#""\u123""#, 6), Case(#""\u12g4""#, 5), Case(#""\u 123""#, 3), Case(#""\u+123""#, 3),
    Case(#""\ud800""#, 1), Case(#""\ud800a""#, 1), Case(#""\ud800\n""#, 1), Case(#""\ud800\u0041""#, 1),
    Case(#""\ud800\ud800""#, 1), Case(#""\udc00""#, 1), Case(#""\udc00\ud800""#, 1), Case(#""a\udfffb""#, 2),
    Case(#""\ud83d\u"#, 9), Case(#""\ud83d\ude0"#, 12), Case("\"\\\n\"", 2), Case("\"\\é\"", 2), Case("\"é\n\"", 3),
    Case(#""\n"#, 3), Case(#""\n\"#, 4), Case("\"\\n\u{1}\"", 3),
  ]

  /// Sequences that UTF-8 forbids.
  static let badSequences: [[UInt8]] = [
    [0x80], [0xbf], [0xc0, 0x80], [0xc0, 0xaf], [0xc1, 0xbf], [0xc3], [0xc3, 0x28], [0xe0, 0x80, 0x80],
    [0xe0, 0x9f, 0xbf], [0xe2, 0x82], [0xe2, 0x28, 0xa1], [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf],
    [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80], [0xf0, 0x80, 0x80, 0x80], [0xf0, 0x8f, 0xbf, 0xbf], [0xf0, 0x9f, 0x98],
    [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xfe], [0xff], [0xff, 0xfe],
  ]

  /// Bytes outside of strings that no JSON has.
  static let badBytes: [Case] = [
    Case([0xff], 0), Case([0xef, 0xbb, 0xbf, 0x31], 0), Case([0xfe, 0xff, 0x00, 0x31], 0), Case([0x31, 0x00], 1),
    Case([0x31, 0x80], 1), Case([0x5b, 0xff, 0x5d], 1),
  ]

  static let utf8: [Case] = badSequences.flatMap { (bad: [UInt8]) -> [Case] in
    let quote = Array("\"".utf8)
    return [
      Case(Array("\"ab".utf8) + bad + quote, 3), Case(Array(#""a\n"#.utf8) + bad + quote, 4),
      Case(Array("{\"é".utf8) + bad + Array("\":1}".utf8), 4),
    ]
  }

  @Test(
    "Text is refused, and the error says at which byte",
    arguments: structure + literals + numbers + strings + badBytes + utf8)
  func isRefused(sample: Case) throws {
    let error = try #require(failure(of: sample.bytes))
    #expect(error.offset == sample.offset, "\(error)")
    #expect(!error.message.isEmpty)
    var skipping = try JSONReader(sample.bytes)
    #expect(throws: error) {
      try skipping.skipValue()
      try skipping.finish()
    }
  }

  @Test("E2: an error quotes nothing of the text")
  func errorsQuoteNothing() throws {
    for text in [
      "{\"secret\":secret}", "[\"secret\" \"secret\"]", "secret", "{\"a\":\"secret\\q\"}", "\"secret\u{1}\"",
    ] {
      let error = try #require(failure(of: Array(text.utf8)))
      #expect(!error.description.contains("secret"))
      #expect(error.description.hasSuffix("at byte \(error.offset)"))
    }
  }
}
