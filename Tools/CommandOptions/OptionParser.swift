@preconcurrency import CGetopt
import Locking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Takes command lines apart with the C library's own `getopt_long`, the way people know it from other tools: options and
/// words in any order, `--name value` or `--name=value`, unique beginnings of names, and `--` to end the options.
public enum OptionParser {
  /// Parses `arguments`, without the program's name.
  ///
  /// `getopt_long` keeps its place in globals of the process, so one call at a time is carried out.
  /// - Throws: ``UsageError`` for an unknown or ambiguous option, a missing argument, or one too many.
  public static func parse(_ arguments: [String], _ specs: [OptionSpec]) throws(UsageError) -> ParsedArguments {
    try turn.withLock { (_) throws(UsageError) in try parseAlone(arguments, specs) }
  }

  /// Of a value with a size, for thread sanitizer takes changes of one without for changes of its neighbour.
  private static let turn = Locked(0)

  private static func parseAlone(
    _ arguments: [String], _ specs: [OptionSpec]
  ) throws(UsageError) -> ParsedArguments {
    let names = specs.map { strdup($0.name) }
    defer { for name in names { free(name) } }
    let table =
      zip(specs, names).enumerated().map { index, pair in
        let takesValue = pair.0.argument == nil ? no_argument : required_argument
        return option(name: pair.1, has_arg: takesValue, flag: nil, val: Int32(firstValue + index))
      } + [option(name: nil, has_arg: 0, flag: nil, val: 0)]
    // getopt_long reorders what it is given, so it gets copies of its own.
    let copies = ([""] + arguments).map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var argv = copies + [nil]
    let count = Int32(copies.count)

    opterr = 0
    optind = 0
    var options: [ParsedArguments.Option] = []
    while true {
      let place = Int(max(optind, 1))
      let value = getopt_long(count, &argv, ":", table, nil)
      if value == -1 { break }
      let culprit = argv[min(max(Int(optind) - 1, place), copies.count - 1)].map { String(cString: $0) } ?? ""
      switch Int(value) {
      case Int(UInt8(ascii: ":")):
        let spec = specs.indices.contains(Int(optopt) - firstValue) ? specs[Int(optopt) - firstValue] : nil
        throw UsageError("option \(culprit) needs a value: \(spec?.argument ?? "VALUE")")
      case Int(UInt8(ascii: "?")):
        throw UsageError(problem(with: culprit, specs))
      default:
        guard specs.indices.contains(Int(value) - firstValue) else { throw UsageError("unknown option \(culprit)") }
        let argument = optarg.map { String(cString: $0) } ?? ""
        options.append(.init(name: specs[Int(value) - firstValue].name, value: argument))
      }
    }
    let words = argv[min(Int(optind), copies.count)..<copies.count].compactMap { $0.map { String(cString: $0) } }
    return ParsedArguments(options: options, words: words)
  }

  /// The value of the first option; above every character that `getopt_long` itself returns.
  private static let firstValue = 1000

  private static func problem(with culprit: String, _ specs: [OptionSpec]) -> String {
    let given = culprit.drop { $0 == "-" }.prefix { $0 != "=" }
    if specs.contains(where: { $0.name == given && $0.argument == nil }) { return "option --\(given) takes no value" }
    let candidates = specs.filter { $0.name.hasPrefix(given) }.map { "--\($0.name)" }
    if !given.isEmpty, candidates.count > 1 {
      return "option --\(given) is ambiguous: \(candidates.joined(separator: ", "))"
    }
    return "unknown option \(culprit.prefix { $0 != "=" }); see --help"
  }
}
