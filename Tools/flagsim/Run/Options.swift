import CommandOptions

/// What a command line asks for.
struct Options: Sendable, Equatable {
  var firstSeed: UInt64 = 1
  var seeds: UInt64 = 1000
  /// One seed alone, told in full.
  var seed: UInt64?
  var steps = 100
  var isVerbose = false
  var isJSON = false
  var showsHelp = false

  static let specs = [
    OptionSpec("seeds", argument: "K", help: "how many histories; default 1000"),
    OptionSpec("first-seed", argument: "N", help: "the seed of the first; default 1"),
    OptionSpec("seed", argument: "N", help: "play this one alone and show it"),
    OptionSpec("steps", argument: "N", help: "the length of each history; default 100"),
    OptionSpec("verbose", help: "with --seed, say all that happens; else each seed"),
    OptionSpec("json", help: "the result as one JSON object"),
    OptionSpec("help", help: "this text"),
  ]

  /// The options in `arguments`, which are without the program's name.
  init(_ arguments: [String] = []) throws(UsageError) {
    let parsed = try OptionParser.parse(arguments, Self.specs)
    if let word = parsed.words.first { throw UsageError("unexpected argument '\(word)'; see --help") }
    for option in parsed.options {
      switch option.name {
      case "seeds": seeds = try Self.number(option, 1...100_000_000)
      case "first-seed": firstSeed = try Self.number(option, 0...UInt64(UInt32.max))
      case "seed": seed = try Self.number(option, 0...UInt64(UInt32.max))
      case "steps": steps = Int(try Self.number(option, 1...100_000))
      case "verbose": isVerbose = true
      case "json": isJSON = true
      default: showsHelp = true
      }
    }
  }

  private static func number(
    _ option: ParsedArguments.Option, _ range: ClosedRange<UInt64>
  ) throws(UsageError) -> UInt64 {
    guard let number = UInt64(option.value), range.contains(number) else {
      throw UsageError(
        "--\(option.name): '\(option.value)' is no whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The help.
  static let help: String = {
    let table = OptionTable.lines(of: specs).map { $0 + "\n" }.joined()
    return """
      flagsim: plays random histories of a flag client against a model of its rules.
      Every 20th seed runs the whole client, the others its machine.

      \(table)
      Exit status: 0 when every rule holds, 1 when one does not, 2 for a wrong command line.

      """
  }()
}
