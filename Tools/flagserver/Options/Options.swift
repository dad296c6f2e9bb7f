/// What the command line asks for.
enum Invocation: Sendable, Hashable {
  case serve(Options)
  case showHelp
  case showVersion
}

/// How to serve.
struct Options: Sendable, Hashable {
  /// The flags file; it may be left out where the data directory has flags.
  var flagsFile: String?
  /// Where edits and what comes in are kept; nil to keep them in memory.
  var dataDirectory: String?
  var listen = ListenAddress.standard
  var adminTokenFile: String?
  /// How long a segment may take to resolve, in milliseconds.
  var segmentDeadline = 200
  var isVerbose = false

  static let help = """
    usage: flagserver --flags FILE [options]
           flagserver --data DIR [options]

    Serves feature flags to clients: evaluates the rules of a flags file, and takes impressions. A control panel for the
    browser is at the address that it listens on.

    \(CommandLineParser.optionTable)

    Exits with 0 after Ctrl-C or SIGTERM, 1 when what came in last could not be saved, 2 for a bad command line, 4 for a
    bad flags file, data directory or address.
    """
}

/// How the program ends.
enum ExitCode {
  static let success: Int32 = 0
  static let failure: Int32 = 1
  static let usage: Int32 = 2
  static let configuration: Int32 = 4
}

/// A command line, or what it names, that cannot be used.
struct OptionError: Error, Hashable {
  var message: String
  var exitCode: Int32

  static func usage(_ message: String) -> OptionError { OptionError(message: message, exitCode: ExitCode.usage) }

  static func configuration(_ message: String) -> OptionError {
    OptionError(message: message, exitCode: ExitCode.configuration)
  }
}
