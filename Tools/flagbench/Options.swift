import CommandOptions

/// What a command line asks for.
struct Options: Sendable {
  /// A group of figures that are measured together.
  enum Group: String, CaseIterable, Sendable {
    case reads, allocations, threads, growing, answers, growth, reuse, start
  }

  var isJSON = false
  /// Fewer rounds, for trying things out; the figures are rough.
  var isQuick = false
  /// The groups to measure.
  var groups = Group.allCases
  /// The static programs whose starts are compared.
  var flagctl: String?
  var baselineProgram: String?
  /// One piece of work to do and nothing else, for a tool that counts from outside.
  var work: ReadWork.Name?
  /// How many times to do it, over all keys.
  var rounds = 1
  var showsHelp = false

  static let specs = [
    OptionSpec("json", help: "one JSON object a line instead of the table"),
    OptionSpec("quick", help: "fewer rounds; the figures are rough"),
    OptionSpec(
      "only", argument: "GROUP",
      help: "reads, allocations, threads, growing, answers, growth, reuse or start; repeatable"),
    OptionSpec("flagctl", argument: "FILE", help: "a static flagctl, for the figure of its start"),
    OptionSpec("baseline", argument: "FILE", help: "a static program that prints one line, to compare it with"),
    OptionSpec(
      "work", argument: "NAME",
      help: "only do one kind of read, for a tool that counts from outside; see --instructions"),
    OptionSpec("rounds", argument: "N", help: "with --work: how many times over 100 keys"),
    OptionSpec("help", help: "this text"),
  ]

  /// The options in `arguments`, which are without the program's name.
  init(_ arguments: [String] = []) throws(UsageError) {
    let parsed = try OptionParser.parse(arguments, Self.specs)
    if let word = parsed.words.first { throw UsageError("unexpected argument '\(word)'; see --help") }
    var only: [Group] = []
    if parsed.options.contains(where: { $0.name == "rounds" }), !parsed.options.contains(where: { $0.name == "work" }) {
      throw UsageError("--rounds: goes with --work only")
    }
    for option in parsed.options {
      switch option.name {
      case "json": isJSON = true
      case "quick": isQuick = true
      case "only":
        guard let group = Group(rawValue: option.value) else {
          throw UsageError(
            "--only: '\(option.value)' is none of \(Group.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        only.append(group)
      case "flagctl": flagctl = option.value
      case "work":
        guard let name = ReadWork.Name(rawValue: option.value) else {
          let names = ReadWork.Name.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError("--work: '\(option.value)' is none of \(names)")
        }
        work = name
      case "rounds":
        guard let count = Int(option.value), count >= 0 else {
          throw UsageError("--rounds: '\(option.value)' is no whole number from 0 up")
        }
        rounds = count
      case "baseline": baselineProgram = option.value
      default: showsHelp = true
      }
    }
    if !only.isEmpty { groups = only }
  }

  /// The help.
  static let help: String = {
    let table = OptionTable.lines(of: specs).joined(separator: "\n")
    return """
      flagbench: measures what reads, answers and starts cost, each against a baseline in the same run.
      Exit status 1 when a figure misses its target. Start it through Tools/bench, which builds what it needs.

      \(table)
      """
  }()
}
