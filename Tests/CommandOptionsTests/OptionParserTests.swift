import CommandOptions
import Testing

@Suite("Option parser", .serialized)
struct OptionParserTests {
  static let specs = [
    OptionSpec("user-id", argument: "ID", help: ""), OptionSpec("json", help: ""),
    OptionSpec("color", argument: "WHEN", help: ""), OptionSpec("color-scheme", argument: "NAME", help: ""),
    OptionSpec("header", argument: "HEADER", help: ""),
  ]

  @Test("options and words come in any order, with = or without")
  func anyOrder() throws {
    let parsed = try OptionParser.parse(
      ["get", "--user-id", "u 1", "KEY", "--json", "--header=a: b", "--header", "c: d"], Self.specs)
    #expect(parsed.words == ["get", "KEY"])
    #expect(parsed.value(of: "user-id") == "u 1")
    #expect(parsed.value(of: "json") == "")
    #expect(parsed.value(of: "color") == nil)
    #expect(parsed.values(of: "header") == ["a: b", "c: d"])
  }

  @Test("after -- everything is a word, and a value may start with a dash")
  func dashes() throws {
    #expect(try OptionParser.parse(["get", "--", "--json", "-x"], Self.specs).words == ["get", "--json", "-x"])
    #expect(try OptionParser.parse(["--user-id", "-3"], Self.specs).value(of: "user-id") == "-3")
    #expect(try OptionParser.parse([], Self.specs).words == [])
  }

  @Test("a unique beginning stands for the name")
  func abbreviation() throws {
    #expect(try OptionParser.parse(["--us", "x"], Self.specs).value(of: "user-id") == "x")
  }

  @Test(
    "a bad option is named, with what it should be",
    arguments: [
      (["get", "--jsn"], "unknown option --jsn; see --help"),
      (["--jsn=3", "get"], "unknown option --jsn; see --help"),
      (["-x", "get"], "unknown option -x; see --help"),
      (["get", "--user-id"], "option --user-id needs a value: ID"),
      (["--json=yes"], "option --json takes no value"),
      (["--colo", "x"], "option --colo is ambiguous: --color, --color-scheme"),
    ])
  func errors(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try OptionParser.parse(arguments, Self.specs) }
  }
}
