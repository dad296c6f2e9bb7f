import CommandOptions
import Composition
import PushwooshWire

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

  /// True for a command that may log impressions, so that what waits in a queue is its business.
  var logsImpressions: Bool {
    switch command {
    case .run(.impression), .run(.shell): true
    default: false
    }
  }

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
    color = try Self.color(parsed, environment)
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
  static let specs = sharedSpecs + CommandParser.specs

  /// Those that go with every command.
  static let sharedSpecs: [OptionSpec] =
    Setting.allCases.map { OptionSpec($0.option, argument: $0.argument, environment: $0.environment, help: $0.help) }
    + [
      OptionSpec("json", environment: "FLAGCTL_JSON", help: "one JSON object a line"),
      OptionSpec("verbose", environment: "FLAGCTL_VERBOSE", help: "say on stderr what goes on"),
      OptionSpec("color", argument: "auto|always|never", environment: "FLAGCTL_COLOR", help: "colour (default: auto)"),
      OptionSpec("help", help: "this text"), OptionSpec("version", help: "the version"),
    ]

  private static func values(of setting: Setting, _ parsed: ParsedArguments) -> [String] {
    parsed.values(of: setting.option).map { setting.isSwitch ? "true" : $0 }
  }

  private static func color(_ parsed: ParsedArguments, _ environment: [String: String]) throws -> Color {
    let variable = "FLAGCTL_COLOR"
    let option = parsed.value(of: "color")
    let value = option ?? environment[variable, default: ""]
    if option == nil, value.isEmpty { return .auto }
    guard let color = Color(rawValue: value) else {
      throw Failure(.usage, "\(option == nil ? variable : "--color"): must be auto, always or never")
    }
    return color
  }

  private static func isOn(
    _ name: String, _ parsed: ParsedArguments, _ environment: [String: String]
  ) throws -> Bool {
    if parsed.value(of: name) != nil { return true }
    let variable = "FLAGCTL_\(name.uppercased())"
    guard let text = environment[variable], !text.isEmpty else { return false }
    guard let value = SwitchText.value(text) else { throw Failure(.usage, "\(variable): must be true or false") }
    return value
  }
}
