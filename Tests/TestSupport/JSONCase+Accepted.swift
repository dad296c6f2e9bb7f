extension JSONCase {
  private static let many0 = String(repeating: "0", count: 400)
  private static let many1 = String(repeating: "1", count: 400)
  /// U+FDD0, which is a scalar, but which the compiler takes in no literal.
  private static let noncharacter = String(decoding: [0xef, 0xb7, 0x90], as: UTF8.self)

  /// Texts that are JSON, apart from numbers and strings of every shape.
  static let values: [JSONCase] = [
    .reads("null"), .reads("true"), .reads("false"), .reads("[]"), .reads("{}"), .reads(#""""#),
    .reads(" null", as: "null"), .reads("null ", as: "null"), .reads("\t\n\r null\r\n\t ", as: "null"),
    .reads("[ ]", as: "[]"), .reads("{\n}", as: "{}"), .reads("[\t1\r,\n2 ]", as: "[1,2]"),
    .reads("[null]"), .reads("[true,false]"), .reads("[[]]"), .reads("[[[[[[[[[[]]]]]]]]]]"), .reads("[{},{}]"),
    .reads("[[],[[]]]"), .reads("[null,1,\"1\",{}]"), .reads("[null,null,null,null]"), .reads(#"[""]"#),
    .reads(#"{"a":1}"#), .reads(#"{ "a" : 1 }"#, as: #"{"a":1}"#), .reads(#"{"":0}"#), .reads(#"{"":{"":{"":[]}}}"#),
    .reads(#"{"a":[{"b":[{}]}]}"#), .reads(#"{"a":null,"b":null}"#),
    .reads(#"{"a":1,"a":2}"#, as: #"{"a":2}"#), .reads(#"{"a":1,"a":1}"#, as: #"{"a":1}"#),
    .reads(#"{"a":1,"b":2,"a":{}}"#, as: #"{"a":{},"b":2}"#), .reads(#"{"a":[],"\u0061":0}"#, as: #"{"a":0}"#),
    .reads(#"{"a":1,"A":2}"#), .reads("{\"\u{e9}\":1,\"e\u{301}\":2}"), .reads(#"{"a\u0000":1}"#),
    .reads(#"{"key with \"quotes\"":"[1]"}"#), .reads("{\"\u{1F600}\":\"\u{1F600}\"}"),
  ]

  /// Numbers, by size, sign, fraction and exponent; what no `Double` holds keeps its digits.
  static let goodNumbers: [JSONCase] = [
    .reads("0"), .reads("-0", as: "-0.0"), .reads("-0.0"), .reads("-0e9", as: "-0.0"), .reads("0.0", as: "0"),
    .reads("0e0", as: "0"), .reads("0E+99999", as: "0"), .reads("0.000e-1", as: "0"), .reads("1"), .reads("-1"),
    .reads("10"), .reads("100.0", as: "100"), .reads("1.0e2", as: "100"), .reads("1E2", as: "100"),
    .reads("1e+2", as: "100"), .reads("100e-2", as: "1"), .reads("1e-2", as: "0.01"), .reads("1e01", as: "10"),
    .reads("1e00", as: "1"), .reads("1e-00", as: "1"), .reads("0.5"), .reads("-0.5"), .reads("1.50", as: "1.5"),
    .reads("123.456"), .reads("2147483648"), .reads("4294967296"), .reads("9007199254740991"),
    .reads("9007199254740993"), .reads("9007199254740993.0", as: "9007199254740993"),
    .reads("9223372036854775807"), .reads("-9223372036854775808"),
    .reads("922337203685477580.7e1", as: "9223372036854775807"),
    .reads("9223372036854775808", as: "9.223372036854776e+18"),
    .reads("18446744073709551616", as: "1.8446744073709552e+19"),
    .reads("123456789012345678901234567890", as: "1.2345678901234568e+29"), .reads("1e18", as: "1000000000000000000"),
    .reads("1e22", as: "1e+22"), .reads("1e23", as: "1e+23"),
    .reads("1.7976931348623157e308", as: "1.7976931348623157e+308"),
    .reads("2.2250738585072014e-308"), .reads("5e-324"), .reads("4.9406564584124654e-324", as: "5e-324"),
    .reads("0.1"), .reads("0.30000000000000004"), .reads("1e400"), .reads("-1e400"), .reads("1E400"), .reads("1.8e308"),
    .reads("1e-400"), .reads("-1e-400"), .reads("123123e100000"), .reads("-123123e100000"), .reads("123e-10000000"),
    .reads("1e999999999999999999999999"), .reads("0.4e00669999999999999999999999"), .reads("1e-999999999999999999999"),
    .reads("0.0000000000000000000000000000000000000000000000001", as: "1e-49"),
    .reads("-9\(many0)"), .reads("0.\(many0)1"), .reads("\(many1)e-399", as: "1.1111111111111112"),
    .reads("1\(many0)e-400", as: "1"),
    .reads("0.99999999999999999999999", as: "1.0000000000000000000001"),
    .reads("-17672256000000.00072", as: "-17672256000000.0000000000000000000001"),
    .reads("[1,2.5,3e0]", as: "[1,2.5,3]"), .reads("[-0]", as: "[-0.0]"), .reads("[0 ]", as: "[0]"),
  ]

  /// Strings: each escape, the ends of each range of UTF-8, and what looks like syntax.
  static let goodStrings: [JSONCase] = [
    .reads(#""a""#), .reads(#"" ""#), .reads(#""\"""#), .reads(#""\\""#), .reads(#""\/""#, as: #""/""#),
    .reads(#""/""#),
    .reads(#""\b""#, as: #""\u0008""#), .reads(#""\f""#, as: #""\u000c""#), .reads(#""\n\r\t""#),
    .reads(#""\u0000""#), .reads(#""\u001F""#, as: #""\u001f""#), .reads(#""\u0022""#, as: #""\"""#),
    .reads(#""\u005c""#, as: #""\\""#), .reads(#""\u002f""#, as: #""/""#), .reads(#""\u0041""#, as: #""A""#),
    .reads(#""\u00e9\u00E9""#, as: "\"\u{e9}\u{e9}\""), .reads(#""\u007f""#), .reads("\"\u{7f}\"", as: #""\u007f""#),
    .reads(#""\u0080""#, as: "\"\u{80}\""), .reads(#""\u07ff\u0800""#, as: "\"\u{7ff}\u{800}\""),
    .reads(#""\ud7ff\ue000""#, as: "\"\u{d7ff}\u{e000}\""), .reads(#""\ufffe\uffff""#, as: "\"\u{fffe}\u{ffff}\""),
    .reads(#""\ufdd0""#, as: "\"\(noncharacter)\""), .reads(#""\ud800\udc00""#, as: "\"\u{10000}\""),
    .reads(#""\uD83D\uDE00""#, as: "\"\u{1F600}\""), .reads(#""\udbff\udfff""#, as: "\"\u{10ffff}\""),
    .reads(#""\ud83d\ude00\ud83d\ude00""#, as: "\"\u{1F600}\u{1F600}\""), .reads(#""\\ud800""#), .reads(#""\\\\""#),
    .reads(#""\u2028\u2029""#, as: "\"\u{2028}\u{2029}\""), .reads("\"\u{2028}\u{2029}\u{feff}\""),
    .reads("\"\u{80}\u{7ff}\u{800}\u{d7ff}\u{e000}\u{ffff}\u{10000}\u{10ffff}\""), .reads("\"e\u{301}\""),
    .reads(#""[1,{}:""#), .reads(#""// /* # --""#), .reads(#""null""#), .reads(#""\\u0041""#),
    .reads(#""a\u0062c""#, as: #""abc""#), .reads("\"\(many1)\""),
    .reads("[\"a\",\"\u{1F600}\"]"), .reads(#"["\n",""]"#),
  ]
}
