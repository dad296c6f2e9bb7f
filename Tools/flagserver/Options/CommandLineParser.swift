import CommandOptions

/// Reads the command line.
enum CommandLineParser {
  /// Every option there is.
  static let specs = [
    OptionSpec("flags", argument: "FILE", help: "the flags file (JSON)"),
    OptionSpec(
      "listen", argument: "HOST:PORT", help: "where to listen; default 127.0.0.1:8080, port 0 for any free one"),
    OptionSpec(
      "data", argument: "DIR",
      help: "keep edits and what comes in here; --flags is for the first start and not read after it"),
    OptionSpec(
      "admin-token-file", argument: "FILE",
      help: "a file with the token that /admin asks for; needed to listen beyond loopback"),
    OptionSpec(
      "segment-deadline", argument: "MS",
      help: "leave out flags whose segments take longer than this to resolve; default 200"),
    OptionSpec("verbose", help: "log users and devices too"),
    OptionSpec("help", help: "show this"),
    OptionSpec("version", help: "show the version"),
  ]

  /// The options and what they mean, a line each.
  static let optionTable = OptionTable.lines(of: specs).joined(separator: "\n")

  /// What `arguments`, the program's name first, ask for.
  static func parse(_ arguments: [String]) throws(OptionError) -> Invocation {
    let parsed: ParsedArguments
    do throws(UsageError) {
      parsed = try OptionParser.parse(Array(arguments.dropFirst()), specs)
    } catch {
      throw .usage(error.description)
    }
    if let word = parsed.words.first { throw .usage("unexpected argument '\(word)'; see --help") }
    if parsed.value(of: "help") != nil { return .showHelp }
    if parsed.value(of: "version") != nil { return .showVersion }
    var options = Options()
    for option in parsed.options {
      let value = option.value
      switch option.name {
      case "flags": options.flagsFile = value.isEmpty ? nil : value
      case "listen":
        guard let listen = ListenAddress(value) else {
          throw .usage("--listen: '\(value)' is no numeric HOST:PORT such as 127.0.0.1:8080 or [::1]:0")
        }
        options.listen = listen
      case "data":
        guard !value.isEmpty else { throw .usage("--data: the directory must have a name") }
        options.dataDirectory = value
      case "admin-token-file": options.adminTokenFile = value
      case "segment-deadline":
        guard let milliseconds = Int(value), (0...600_000).contains(milliseconds) else {
          throw .usage("--segment-deadline: '\(value)' is no number of milliseconds from 0 to 600000")
        }
        options.segmentDeadline = milliseconds
      case "verbose": options.isVerbose = true
      default: break
      }
    }
    guard options.flagsFile != nil || options.dataDirectory != nil else {
      throw .usage("--flags FILE or --data DIR is required; see --help")
    }
    guard options.listen.isLoopback || options.adminTokenFile != nil else {
      throw .usage("--listen: \(options.listen.address) is not loopback, which needs --admin-token-file")
    }
    return .serve(options)
  }
}
