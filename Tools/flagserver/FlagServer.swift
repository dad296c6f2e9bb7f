import CMicroHTTPD
import FlagRules

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The program: from the command line to a server, and to its end.
enum FlagServer {
  /// Runs until a signal comes; the result is the exit code.
  static func run(_ arguments: [String]) -> Int32 {
    do {
      switch try CommandLineParser.parse(arguments) {
      case .showHelp: writeLine(Options.help, to: STDOUT_FILENO)
      case .showVersion: writeLine("flagserver \(flagserverVersion)", to: STDOUT_FILENO)
      case .serve(let options): try serve(options)
      }
      return ExitCode.success
    } catch let error as OptionError {
      writeLine("flagserver: \(error.message)", to: STDERR_FILENO)
      return error.exitCode
    } catch {
      writeLine("flagserver: \(error)", to: STDERR_FILENO)
      return ExitCode.configuration
    }
  }

  private static func serve(_ options: Options) throws {
    guard cmhd_version() != nil else {
      throw OptionError.configuration(
        "this was built without libmicrohttpd; install libmicrohttpd-dev and build again with the trait Server")
    }
    let router = try router(options)
    let log = RequestLog(isVerbose: options.isVerbose) { writeLine($0, to: STDERR_FILENO) }
    // Blocked before the first thread starts, so that all inherit it and only `sigwait` below takes them.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)

    let server: HTTPServer
    do {
      server = try HTTPServer(listen: options.listen, router: router, log: log)
    } catch {
      throw OptionError.configuration("--listen: \(error)")
    }
    writeLine("listening on \(options.listen.url(port: server.port))", to: STDOUT_FILENO)
    var signal: Int32 = 0
    sigwait(&signals, &signal)
    server.stop()
  }

  /// The router over the state that the options name.
  static func router(_ options: Options) throws(OptionError) -> Router {
    let ruleset: Ruleset
    do {
      ruleset = try Ruleset(FlagsDocument(json: contents(ofFile: options.flagsFile)))
    } catch let error as SystemError {
      throw .configuration("--flags: \(error)")
    } catch {
      throw .configuration("\(options.flagsFile): \(error)")
    }
    var gate = AdminGate()
    if let file = options.adminTokenFile { gate.token = try adminToken(inFile: file) }
    return router(ruleset, gate: gate, segmentDeadline: options.segmentDeadline)
  }

  /// The router over a new state that starts with `ruleset`.
  static func router(
    _ ruleset: Ruleset, gate: AdminGate = AdminGate(), segmentDeadline: Int = 200,
    limits: ServerState.Limits = .init(), now: @escaping @Sendable () -> Int64 = WallClock.now
  ) -> Router {
    Router(gate: gate, state: ServerState(ruleset, limits: limits, now: now), segmentDeadline: segmentDeadline)
  }

  /// The token in a file: its text without white space around it.
  private static func adminToken(inFile path: String) throws(OptionError) -> String {
    let bytes: [UInt8]
    do {
      bytes = try contents(ofFile: path)
    } catch {
      throw .configuration("--admin-token-file: \(error)")
    }
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
    var token = bytes.drop(while: isBlank)
    while let last = token.last, isBlank(last) { token.removeLast() }
    guard !token.isEmpty, token.allSatisfy({ (0x21..<0x7f).contains($0) }) else {
      throw .configuration("--admin-token-file: \(path) must hold one word of printable ASCII")
    }
    return String(decoding: token, as: UTF8.self)
  }
}
