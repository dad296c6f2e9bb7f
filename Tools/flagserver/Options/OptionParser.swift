/// Reads the command line: `--name value` or `--name=value`.
///
/// Options must be spelled out: an abbreviation that works today would change its meaning with the next option. (Swift's
/// `Glibc` has no `getopt_long`, which would have to be kept from taking abbreviations besides.)
enum OptionParser {
  private enum Name: String, CaseIterable {
    case flags, listen, data, verbose, help, version
    case adminTokenFile = "admin-token-file"
    case segmentDeadline = "segment-deadline"

    var takesValue: Bool {
      switch self {
      case .flags, .listen, .data, .adminTokenFile, .segmentDeadline: true
      case .verbose, .help, .version: false
      }
    }
  }

  /// What `arguments`, the program's name first, ask for.
  static func parse(_ arguments: [String]) throws(OptionError) -> Invocation {
    let values = try scan(arguments.dropFirst())
    if values.contains(where: { $0.name == .help }) { return .showHelp }
    if values.contains(where: { $0.name == .version }) { return .showVersion }
    var options = Options(flagsFile: "")
    for (name, value) in values {
      switch name {
      case .flags: options.flagsFile = value
      case .listen:
        guard let listen = ListenAddress(value) else {
          throw .usage("--listen: '\(value)' is no numeric HOST:PORT such as 127.0.0.1:8080 or [::1]:0")
        }
        options.listen = listen
      case .data: throw .configuration("--data: not available yet; edits and events live in memory")
      case .adminTokenFile: options.adminTokenFile = value
      case .segmentDeadline:
        guard let milliseconds = Int(value), (0...600_000).contains(milliseconds) else {
          throw .usage("--segment-deadline: '\(value)' is no number of milliseconds from 0 to 600000")
        }
        options.segmentDeadline = milliseconds
      case .verbose: options.isVerbose = true
      case .help, .version: break
      }
    }
    guard !options.flagsFile.isEmpty else { throw .usage("--flags FILE is required; see --help") }
    guard options.listen.isLoopback || options.adminTokenFile != nil else {
      throw .usage("--listen: \(options.listen.address) is not loopback, which needs --admin-token-file")
    }
    return .serve(options)
  }

  private static func scan(_ arguments: ArraySlice<String>) throws(OptionError) -> [(name: Name, value: String)] {
    var values: [(name: Name, value: String)] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--"), word != "--" else { throw .usage("unexpected argument '\(word)'; see --help") }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let text = parts.first.map(String.init) ?? ""
      guard let name = Name(rawValue: text) else { throw .usage("unknown option '--\(text)'; see --help") }
      switch (name.takesValue, parts.count) {
      case (true, 2): values.append((name, String(parts[1])))
      case (true, _):
        guard let value = rest.popFirst() else { throw .usage("--\(text) needs a value; see --help") }
        values.append((name, value))
      case (false, 2): throw .usage("--\(text) takes no value; see --help")
      case (false, _): values.append((name, ""))
      }
    }
    return values
  }
}
