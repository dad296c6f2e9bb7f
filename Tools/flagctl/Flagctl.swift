import Composition

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The program: takes the command line apart, runs the command, and turns every failure into one line and an exit code.
@main
enum Flagctl {
  static func main() async {
    // A reader of our output that goes away is an error to report, not a death.
    signal(SIGPIPE, SIG_IGN)
    let output = Output()
    let status = await run(
      Array(CommandLine.arguments.dropFirst()), environment: environment(), output: output)
    exit(status.rawValue)
  }

  /// Runs one command line.
  @MainActor
  static func run(_ arguments: [String], environment: [String: String], output: Output) async -> ExitStatus {
    let status = await statusOfRun(arguments, environment: environment, output: output)
    guard let failure = output.failure, status == .success || status == .negative else { return status }
    output.complain("cannot write to the standard output: \(failure)")
    return .failed
  }

  @MainActor
  private static func statusOfRun(
    _ arguments: [String], environment: [String: String], output: Output
  ) async -> ExitStatus {
    do {
      let invocation = try Invocation(arguments, environment: environment)
      output.configure(invocation)
      switch invocation.command {
      case .help:
        output.print(.value(Help.text))
        return .success
      case .version:
        output.print("flagctl \(version)")
        return .success
      case .run(let command):
        return try await CommandRunner(invocation: invocation, output: output).run(command)
      }
    } catch let failure as Failure {
      output.complain(failure.message)
      return failure.status
    } catch {
      output.complain("\(error)")
      return .failed
    }
  }

  private static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      entry += 1
    }
    return variables
  }
}
