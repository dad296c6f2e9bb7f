import CommandOptions
import FeatureFlags
import StrictJSON

/// Finds the command in a command line and checks that it has what it needs and nothing else.
struct CommandParser {
  /// The options that belong to single commands.
  static let specs = [
    OptionSpec("default", argument: "V", help: "enabled, property: what to give where there is nothing"),
    OptionSpec("type", argument: "TYPE", help: "property: string, number, bool, integer, object or array"),
    OptionSpec("every", argument: "TIME", help: "watch: ask the server that often, such as 10s or 5m; at least 1s"),
    OptionSpec("strict", help: "shell: exit 1 if a command failed"),
    OptionSpec("all", help: "clear: not only the flags of this identity, also the device id"),
  ]

  private let parsed: ParsedArguments

  init(_ parsed: ParsedArguments) {
    self.parsed = parsed
  }

  /// The command.
  ///
  /// - Throws: `Failure` with exit status 2 naming what is wrong.
  func command() throws -> Command {
    guard let name = parsed.words.first else {
      throw Failure(.usage, "a command is missing: \(Help.commandNames); see --help")
    }
    let words = Array(parsed.words.dropFirst())
    switch name {
    case "get":
      let words = try take(name, words, ["KEY"])
      return .get(key: words[0])
    case "enabled":
      let words = try take(name, words, ["KEY"], options: ["default"])
      return .enabled(key: words[0], default: try defaultState())
    case "property":
      let words = try take(name, words, ["KEY", "NAME"], options: ["default", "type"])
      return try property(words)
    case "list":
      _ = try take(name, words, [])
      return .list
    case "refresh":
      _ = try take(name, words, [])
      return .refresh
    case "impression":
      guard !words.isEmpty else { throw Failure(.usage, "impression: KEY is missing: impression KEY…") }
      try rejectOptions(name, but: [])
      return .impression(keys: words)
    case "status":
      _ = try take(name, words, [])
      return .status
    case "watch":
      _ = try take(name, words, [], options: ["every"])
      return .watch(every: try every())
    case "shell":
      _ = try take(name, words, [], options: ["strict"])
      return .shell(isStrict: parsed.value(of: "strict") != nil)
    case "clear":
      _ = try take(name, words, [], options: ["all"])
      return .clear(all: parsed.value(of: "all") != nil)
    default:
      throw Failure(.usage, "unknown command '\(name)': must be one of \(Help.commandNames); see --help")
    }
  }

  private func take(
    _ command: String, _ words: [String], _ names: [String], options: Set<String> = []
  ) throws -> [String] {
    if words.count < names.count {
      let usage = ([command] + names).joined(separator: " ")
      throw Failure(.usage, "\(command): \(names[words.count]) is missing: \(usage)")
    }
    if words.count > names.count { throw Failure(.usage, "\(command): unexpected '\(words[names.count])'") }
    try rejectOptions(command, but: options)
    return words
  }

  private func rejectOptions(_ command: String, but allowed: Set<String>) throws {
    for spec in Self.specs where parsed.value(of: spec.name) != nil && !allowed.contains(spec.name) {
      throw Failure(.usage, "\(command): takes no option --\(spec.name)")
    }
  }

  private func defaultState() throws -> Bool {
    switch parsed.value(of: "default") {
    case nil, "false": return false
    case "true": return true
    default: throw Failure(.usage, "--default: must be true or false")
    }
  }

  private func every() throws -> Nanoseconds? {
    guard let text = parsed.value(of: "every") else { return nil }
    guard let span = Span.parse(text), span >= Nanoseconds(1_000_000_000), span <= Nanoseconds(86_400_000_000_000)
    else { throw Failure(.usage, "--every: must be a time from 1s to 24h, such as 10s or 5m") }
    return span
  }

  private func property(_ words: [String]) throws -> Command {
    let types = PropertyType.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name = parsed.value(of: "type") else {
      throw Failure(.usage, "property: --type is missing: one of \(types)")
    }
    guard let type = PropertyType(rawValue: name) else { throw Failure(.usage, "--type: must be one of \(types)") }
    guard let text = parsed.value(of: "default") else {
      return .property(key: words[0], name: words[1], type: type, default: nil)
    }
    guard let value = type.value(of: text) else { throw Failure(.usage, "--default: must be of type \(type.rawValue)") }
    return .property(key: words[0], name: words[1], type: type, default: value)
  }
}
