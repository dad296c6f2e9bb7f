import CommandOptions
import Composition

/// A command line, taken apart and checked.
struct Invocation: Sendable {
  enum What: Sendable {
    case help
    case version
    case run(Command)
  }

  enum Color: String, Sendable, CaseIterable {
    case auto, always, never
  }

  let command: What
  let isJSON: Bool
  let isVerbose: Bool
  let color: Color
  let options: [Setting: [String]]
  let environment: [String: String]

  /// Takes `arguments` apart.
  ///
  /// - Throws: `Failure` with exit status 2 naming what is wrong.
  init(_ arguments: [String], environment: [String: String]) throws {
    let parsed: ParsedArguments
    do {
      parsed = try OptionParser.parse(arguments, Self.specs)
    } catch {
      throw Failure(.usage, error.description)
    }
    self.environment = environment
    isJSON = try Self.isOn("json", parsed, environment)
    isVerbose = try Self.isOn("verbose", parsed, environment)
    let color = parsed.value(of: "color") ?? environment["FLAGCTL_COLOR"].flatMap { $0.isEmpty ? nil : $0 } ?? "auto"
    guard let color = Color(rawValue: color) else { throw Failure(.usage, "--color: must be auto, always or never") }
    self.color = color
    options = Dictionary(uniqueKeysWithValues: Setting.allCases.map { ($0, Self.values(of: $0, parsed)) })
    if parsed.value(of: "help") != nil {
      command = .help
    } else if parsed.value(of: "version") != nil {
      command = .version
    } else {
      command = .run(try CommandParser(parsed).command())
    }
  }

  /// Every option there is.
  static let specs: [OptionSpec] =
    Setting.allCases.map { OptionSpec($0.option, argument: $0.argument, environment: $0.environment, help: $0.help) }
    + [
      OptionSpec("json", environment: "FLAGCTL_JSON", help: "one JSON object a line"),
      OptionSpec("verbose", environment: "FLAGCTL_VERBOSE", help: "say on stderr what goes on"),
      OptionSpec("color", argument: "auto|always|never", environment: "FLAGCTL_COLOR", help: "colour (default: auto)"),
      OptionSpec("help", help: "this text"), OptionSpec("version", help: "the version"),
    ] + CommandParser.specs

  private static func values(of setting: Setting, _ parsed: ParsedArguments) -> [String] {
    parsed.values(of: setting.option).map { setting.isSwitch ? "true" : $0 }
  }

  private static func isOn(
    _ name: String, _ parsed: ParsedArguments, _ environment: [String: String]
  ) throws -> Bool {
    if parsed.value(of: name) != nil { return true }
    let variable = "FLAGCTL_\(name.uppercased())"
    switch environment[variable, default: ""].lowercased() {
    case "", "false", "no", "0": return false
    case "true", "yes", "1": return true
    default: throw Failure(.usage, "\(variable): must be true or false")
    }
  }
}
