extension JSONCase {
  /// Texts whose brackets, commas, colons or ends are wrong.
  static let structures: [JSONCase] = [
    .refuses(""), .refuses(" "), .refuses("\n\t\r "), .refuses("["), .refuses("]"), .refuses("{"), .refuses("}"),
    .refuses(","), .refuses(":"), .refuses("\""), .refuses("[1"), .refuses("[1,"), .refuses("[,"), .refuses("[,1]"),
    .refuses("[1,]"), .refuses("[1,,2]"), .refuses("[1 2]"), .refuses("[1:2]"), .refuses("[1}"), .refuses("[1;2]"),
    .refuses("[[]"), .refuses("[]]"), .refuses("[][]"), .refuses("[],"), .refuses(",[]"), .refuses("[\"a\""),
    .refuses("[\"a\" \"b\"]"), .refuses("[{}"), .refuses("[{]"), .refuses("[*]"), .refuses("[...]"),
    .refuses("{1:2}"), .refuses("{a:1}"), .refuses("{'a':1}"), .refuses("{null:1}"), .refuses("{[]:1}"),
    .refuses("{{}:1}"), .refuses(#"{"a"}"#), .refuses(#"{"a":}"#), .refuses(#"{"a":1,}"#), .refuses(#"{"a":1,,"b":2}"#),
    .refuses("{,}"), .refuses(#"{"a" 1}"#), .refuses(#"{"a",1}"#), .refuses(#"{"a"::1}"#), .refuses(#"{"a"=1}"#),
    .refuses(#"{"a":1 "b":2}"#), .refuses(#"{"a":1]"#), .refuses(#"{"a":1"#), .refuses(#"{"a":"#), .refuses(#"{"a""#),
    .refuses(#"{"a":1}}"#), .refuses(#"{"a":1}#"#), .refuses(#"{"a":1}/**/"#), .refuses(#"{"a":1}//"#),
    .refuses(#"{"a":1}{"b":2}"#), .refuses(#"{:1}"#), .refuses(#"{"a":1;"b":2}"#), .refuses("1 2"), .refuses("1]"),
    .refuses("null null"), .refuses("\"a\"\"b\""), .refuses("[1]x"), .refuses("// c\n1"), .refuses("/* c */1"),
    .refuses("1// c"), .refuses("[1/*c*/]"), .refuses("#1"), .refuses("<a>1</a>"), .refuses("(1)"), .refuses("\\n1"),
    .refuses("\u{feff}1"), .refuses("\u{a0}1"), .refuses("\u{2028}1"), .refuses("1\u{2060}"), .refuses("[\u{c}]"),
    .refuses("\u{b}1"), .refuses("\u{0}"), .refuses("1\u{0}"), .refuses("\u{0}1"), .refuses("[\u{0}1]"),
    .refuses("{\"a\":\u{85}1}"), .refuses("[\u{3000}]"), .refuses("\u{1b}[0m1"), .refuses("{\"a\":1\u{1f}}"),
  ]

  /// Texts that are nearly numbers.
  static let badNumbers: [JSONCase] = [
    .refuses("-"), .refuses("+"), .refuses("+1"), .refuses("--1"), .refuses("-+1"), .refuses("- 1"), .refuses("-a"),
    .refuses("01"), .refuses("-01"), .refuses("00"), .refuses("-00"), .refuses("0123"), .refuses("00.5"),
    .refuses("1."),
    .refuses(".1"), .refuses("-.1"), .refuses("0."), .refuses("-0."), .refuses("1.e1"), .refuses("."), .refuses("1e"),
    .refuses("1e+"), .refuses("1e-"), .refuses("1E"), .refuses("0e"), .refuses("0E+"), .refuses("1ee1"),
    .refuses("1e++1"),
    .refuses("1e1.5"), .refuses("1e1e1"), .refuses("1.2.3"), .refuses("1..2"), .refuses("e1"), .refuses("1e 1"),
    .refuses("1 e1"), .refuses("1 .0"), .refuses("1. 0"), .refuses("0x1"), .refuses("0X1F"), .refuses("0b1"),
    .refuses("0o7"),
    .refuses("1_000"), .refuses("1 000"), .refuses("1'000"), .refuses("1f"), .refuses("1L"), .refuses("1n"),
    .refuses("1+1"),
    .refuses("1-1"), .refuses("1/2"), .refuses("$1"), .refuses("1%"), .refuses("NaN"), .refuses("-NaN"),
    .refuses("nan"),
    .refuses("Infinity"), .refuses("-Infinity"), .refuses("+Infinity"), .refuses("Inf"), .refuses("1e\u{2212}1"),
    .refuses("\u{661}"), .refuses("\u{ff11}"), .refuses("1\u{ff0e}5"), .refuses("[1e]"), .refuses("[-]"),
    .refuses("[.5]"),
    .refuses("[012]"), .refuses("[1.]"), .refuses("[+1]"), .refuses("[0x]"), .refuses("[2.e-3]"), .refuses("[1eE2]"),
    .refuses("0.1.2"), .refuses("1.8011670033376514H-308"), .refuses("-1x"), .refuses("1ea"), .refuses("1.5a"),
  ]

  /// Texts that are nearly strings.
  static let badStrings: [JSONCase] = [
    .refuses(#""a"#), .refuses(#""\"#), .refuses(#""\""#), .refuses(#""\\\""#), .refuses("'a'"), .refuses("`a`"),
    .refuses("\u{201c}a\u{201d}"), .refuses("a"), .refuses(#"a""#), .refuses(#""a'"#), .refuses("\"\n\""),
    .refuses("\"\t\""),
    .refuses("\"\r\""), .refuses("\"\u{0}\""), .refuses("\"\u{1}\""), .refuses("\"\u{1f}\""), .refuses("\"a\u{8}b\""),
    .refuses(#""\x41""#), .refuses(#""\a""#), .refuses(#""\v""#), .refuses(#""\0""#), .refuses(#""\e""#),
    .refuses(#""\'""#),
    .refuses(#""\N""#), .refuses(#""\ ""#), .refuses(#""\U0041""#), .refuses(#""\u""#), .refuses(#""\u0""#),
    .refuses(#""\u00""#), .refuses(#""\u004""#), .refuses(#""\u00g0""#), .refuses(#""\u 041""#), .refuses(#""\u+041""#),
    .refuses(#""\u-041""#), .refuses(#""\u{41}""#), .refuses(#""\u0x41""#), .refuses("\"\\u\u{ff10}041\""),
    .refuses("\"\\\n\""), .refuses("\"\\\u{e9}\""), .refuses("\"\\\u{1F600}\""), .refuses("\"\\\u{0}\""),
    .refuses(#""\ud800""#), .refuses(#""\udbff""#), .refuses(#""\udc00""#), .refuses(#""\udfff""#),
    .refuses(#""\ud800a""#),
    .refuses(#""\ud800\n""#), .refuses(#""\ud800\\""#), .refuses(#""\ud800\u0041""#), .refuses(#""\ud800\ud800""#),
    .refuses(#""\ud800\ud800\udc00""#), .refuses(#""\udc00\ud800""#), .refuses(#""\ud83d\u""#),
    .refuses(#""\ud83d\ude""#),
    .refuses(#""\ud83d\ude0""#), .refuses(#""\ud83d\udeg0""#), .refuses(#""\ud83dx\ude00""#),
    .refuses(#""\uD83D\uE000""#),
    .refuses(#"["\ud800"]"#), .refuses(#"{"\ud800":1}"#), .refuses(#"["a]"#), .refuses(#"["a\"]"#), .refuses(#"["\"#),
    .refuses(#"["\u"#), .refuses(#"["\u00A"#), .refuses(#"[\u0022a"]"#), .refuses(#"[\n]"#),
  ]

  /// Texts that are nearly literals.
  static let badLiterals: [JSONCase] = [
    .refuses("n"), .refuses("nul"), .refuses("nulL"), .refuses("Null"), .refuses("NULL"), .refuses("nullx"),
    .refuses("null0"),
    .refuses("nil"), .refuses("None"), .refuses("undefined"), .refuses("t"), .refuses("tru"), .refuses("True"),
    .refuses("TRUE"),
    .refuses("trues"), .refuses("truetrue"), .refuses("f"), .refuses("fals"), .refuses("False"), .refuses("falsee"),
    .refuses("yes"), .refuses("no"), .refuses("on"), .refuses("[tru]"), .refuses("[nul,1]"), .refuses("[fals"),
    .refuses("n\u{0}ull"), .refuses("tr ue"), .refuses("\u{ff54}rue"),
  ]

  /// Bytes that are not UTF-8, within strings, keys and beside the value, and other encodings.
  static let encodings: [JSONCase] =
    badSequences.flatMap { bad -> [JSONCase] in
      [
        .refuses(Array("\"a".utf8) + bad + Array("b\"".utf8)), .refuses(Array("[\"\\n".utf8) + bad + Array("\"]".utf8)),
        .refuses(Array("{\"".utf8) + bad + Array("\":1}".utf8)), .refuses(Array("[1".utf8) + bad + Array("]".utf8)),
        .refuses(bad),
      ]
    } + [
      .refuses([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), .refuses([0xef, 0xbb, 0x7b, 0x7d]), .refuses([0xef, 0xbb, 0xbf]),
      .refuses([0xff, 0xfe, 0x31, 0x00]), .refuses([0xfe, 0xff, 0x00, 0x31]), .refuses([0x31, 0x00]),
      .refuses([0x00, 0x31]),
      .refuses([0x5b, 0x00, 0x5d, 0x00]), .refuses([0x00, 0x5b, 0x00, 0x22, 0x00, 0xe9, 0x00, 0x22, 0x00, 0x5d]),
      .refuses([0x31, 0x00, 0x00, 0x00]), .refuses([0x00, 0x00, 0x00, 0x31]), .refuses([0x22, 0xe9, 0x22]),
      .refuses([0x2b, 0x2f, 0x76, 0x38, 0x2d, 0x31]),
    ]

  /// Stray and missing continuation bytes, overlong forms, surrogates, beyond U+10FFFF, and bytes that never occur.
  private static let badSequences: [[UInt8]] = [
    [0x80], [0xbf], [0x80, 0x80], [0xc0], [0xc0, 0x80], [0xc0, 0xaf], [0xc1, 0xbf], [0xc2], [0xc3, 0x28], [0xdf, 0xc0],
    [0xe0, 0x80, 0x80], [0xe0, 0x9f, 0xbf], [0xe0, 0xa0], [0xe2, 0x82], [0xe2, 0x28, 0xa1], [0xe2, 0x82, 0x28],
    [0xed, 0xa0, 0x80], [0xed, 0xaf, 0xbf], [0xed, 0xb0, 0x80], [0xed, 0xbf, 0xbf],
    [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
    [0xf0, 0x80, 0x80, 0x80], [0xf0, 0x8f, 0xbf, 0xbf], [0xf0, 0x9f, 0x98], [0xf0, 0x28, 0x8c, 0xbc],
    [0xf0, 0x90, 0x28, 0xbc],
    [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xf7, 0xbf, 0xbf, 0xbf], [0xf8, 0x88, 0x80, 0x80, 0x80],
    [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80], [0xfe], [0xff], [0xff, 0xff], [0xc3, 0xb1, 0xb1],
  ]
}
