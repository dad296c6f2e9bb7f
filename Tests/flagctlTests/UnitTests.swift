import CommandOptions
import FeatureFlags
import StrictJSON
import Testing

@testable import flagctl

@Suite("The small parts")
struct UnitTests {
  @Test(
    "Words of a line",
    arguments: [
      ("", []), ("   ", []), ("a b\tc", ["a", "b", "c"]), ("a # b", ["a"]), ("#", []), ("a#b", ["a#b"]), ("''", [""]),
      ("'a b'c\"d e\"", ["a bc" + "d e"]), (#""a\"b\\c\d""#, [#"a"b\c\d"#]), (#"'a\'"#, [#"a\"#]),
      ("a\\ b\\#c", ["a b#c"]),
      ("'#' x", ["#", "x"]), ("ä\u{301} 日本", ["ä\u{301}", "日本"]),
    ])
  func shellWords(_ line: String, _ words: [String]) throws {
    #expect(try ShellWords.split(line) == words)
  }

  @Test(
    "Lines that cannot be split",
    arguments: [
      ("'a", "the quote ' is not closed"), ("a \"b", "the quote \" is not closed"),
      ("a\\", "a backslash at the end of the line"),
    ])
  func brokenWords(_ line: String, _ message: String) {
    let problem = #expect(throws: ShellWords.Problem.self) { try ShellWords.split(line) }
    #expect(problem?.message == message)
  }

  @Test(
    "Spans of time",
    arguments: [
      ("90s", 90_000_000_000), ("5m", 300_000_000_000), ("24h", 86_400_000_000_000), ("1d", 86_400_000_000_000),
      ("250ms", 250_000_000), ("0s", 0), ("106751d", 9_223_286_400_000_000_000),
    ])
  func spans(_ text: String, _ nanoseconds: Int64) {
    #expect(Span.parse(text) == Nanoseconds(nanoseconds))
    #expect(Span.parseSigned(text) == Nanoseconds(nanoseconds))
    #expect(Span.parseSigned("+" + text) == Nanoseconds(nanoseconds))
    #expect(Span.parseSigned("-" + text) == Nanoseconds(-nanoseconds))
  }

  @Test(
    "What is no span",
    arguments: [
      "", "s", "5", "5 m", "1.5h", "-5m", "5M", "106752d", "99999999999999999999s", "٣m", "1h30m", "+5m", "0x5s",
    ])
  func noSpans(_ text: String) {
    #expect(Span.parse(text) == nil)
  }

  @Test("What is no signed span", arguments: ["", "+", "-", "+-5m", "--5m", "+5", " +5m"])
  func noSignedSpans(_ text: String) {
    #expect(Span.parseSigned(text) == nil)
  }

  @Test("R6, R8: types accept their own and nothing else", arguments: PropertyType.allCases)
  func propertyTypes(_ type: PropertyType) {
    let values: [(JSONValue, Set<PropertyType>)] = [
      ("text", [.string]), ("5", [.string]), (true, [.bool]), (5, [.number, .integer]), (2.5, [.number]),
      (.object(["a": 1]), [.object]), (.array([]), [.array]), (.null, []),
    ]
    for (value, types) in values { #expect(type.accepts(value) == types.contains(type), "\(value)") }
  }

  @Test(
    "Defaults of a type",
    arguments: [
      (PropertyType.string, "5", true), (.string, "", true), (.number, "5", true), (.number, "-2.5e3", true),
      (.number, "1e999", false), (.number, "", false), (.number, "0x1", false), (.integer, "9223372036854775807", true),
      (.integer, "9223372036854775808", false), (.integer, "3.0", true), (.integer, "3.5", false),
      (.bool, "true", true),
      (.bool, "1", false), (.object, #"{"a":null}"#, true), (.object, "[]", false), (.array, "[1]", true),
      (.array, "[1", false), (.array, "null", false),
    ])
  func defaults(_ type: PropertyType, _ text: String, _ isOne: Bool) {
    #expect((type.value(of: text) != nil) == isOne)
  }

  @Test("What may be shown on a terminal")
  func terminal() {
    #expect(Terminal.safe("plain – täxt 日本 🏳️‍🌈") == "plain – täxt 日本 🏳️‍🌈")
    #expect(Terminal.safe("\u{1b}[32m") == "\\u{1b}[32m")
    #expect(Terminal.safe("a\nb\tc\r\n") == "a\\u{a}b\\u{9}c\\u{d}\\u{a}")
    #expect(Terminal.safe("a\nb\tc\r", keepsLines: true) == "a\nb\tc\\u{d}")
    #expect(
      Terminal.safe("\u{85}\u{9b}\u{7f}\u{2028}\u{202e}\u{2066}") == "\\u{85}\\u{9b}\\u{7f}\\u{2028}\\u{202e}\\u{2066}")
    #expect(
      String(decoding: Terminal.safe(json: Array("\"\u{9b}\u{a0}ü\u{80}\"".utf8)), as: UTF8.self)
        == "\"\\u009b\u{a0}ü\\u0080\"")
    #expect(Terminal.safe(json: [0xc2]) == [0xc2])
  }

  @Test("Text for a terminal: literals stand, what is put in is made harmless")
  func displayText() {
    let evil = "\u{1b}[31m\n"
    let text: DisplayText = "a\n\(evil) \(5) \(true) \(DisplayText.colored("on", isOn: true))"
    #expect(text.description == "a\n\\u{1b}[31m\\u{a} 5 true \u{1b}[32mon\u{1b}[0m")
    #expect(DisplayText.colored(evil, isOn: false).description == "\u{1b}[31m\\u{1b}[31m\\u{a}\u{1b}[0m")
    #expect(DisplayText.value("a\n\u{7}").description == "a\n\\u{7}")
    #expect(DisplayText.joined(["a", "  b"]).onOneLine == "a; b")
    #expect(DisplayText.joined([], separator: ", ").isEmpty)
  }

  @Test(
    "Times as people read them",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_767_225_600, "2026-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
      (9_223_372_036, "2262-04-11T23:47:16Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    ])
  func timestamps(_ seconds: Int64, _ text: String) {
    #expect(Timestamp.text(WallTime(seconds: seconds)) == text)
  }

  @Test("A hash is short, tells texts apart, and is the same every time")
  func hashes() {
    #expect(Hash.short("") == "#4f2d8c6a" || Hash.short("").count == 9)
    #expect(Hash.short("a") == Hash.short("a"))
    #expect(Hash.short("a") != Hash.short("b"))
    #expect(Set((0..<1000).map { Hash.short("user-\($0)") }).count == 1000)
    for text in ["", "a", "user"] { #expect(Hash.short(text).wholeMatch(of: /#[0-9a-f]{8}/) != nil) }
  }

  @Test("The help names every command and option, in lines that fit, with meanings in one column")
  func help() {
    let lines = Help.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 120 })
    for name in Help.commandNames.split(separator: ", ") {
      #expect(lines.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
    for spec in Invocation.specs {
      #expect(lines.contains { $0.hasPrefix("  --\(spec.name) ") }, "\(spec.name)")
    }
    for block in lines.split(separator: "") where block.contains(where: { $0.hasPrefix("  ") }) {
      let columns = block.filter { $0.hasPrefix("  ") }.map { line in
        line.ranges(of: /\S {2,}\S/).last.map { line.distance(from: line.startIndex, to: $0.upperBound) }
      }
      #expect(Set(columns).count == 1, "\(block.first ?? "")")
    }
  }

  @Test("Answers as JSON and text")
  @MainActor
  func answers() {
    let failed = Answer("get", problem: "it is \u{1b} broken")
    #expect(!failed.isOK)
    #expect(failed.text.description == "get: it is \\u{1b} broken")
    let plain = Answer("quit")
    #expect(plain.isOK)
    #expect(plain.text.isEmpty)
    let captured = CapturedOutput()
    captured.makeOutput().answer(plain)
    #expect(captured.text == "")
    #expect(JSONValue.string("a b").text == "a b")
    #expect(JSONValue.array([1, "a"]).text == #"[1,"a"]"#)
  }
}
