import CMicroHTTPD

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
    // Blocked before the first thread starts, so that all inherit it and only `sigwait` below takes them.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
    cmhd_raise_descriptor_limit(HTTPServer.Settings().connectionLimit + 256)
    let station = try Station(options) { writeLine($0, to: STDERR_FILENO) }
    let log = RequestLog(isVerbose: options.isVerbose) { writeLine($0, to: STDERR_FILENO) }

    let server: HTTPServer
    do {
      server = try HTTPServer(listen: options.listen, router: station.router, log: log)
    } catch {
      throw OptionError.configuration("--listen: \(error)")
    }
    writeLine("listening on \(options.listen.url(port: server.port))", to: STDOUT_FILENO)
    var signal: Int32 = 0
    sigwait(&signals, &signal)
    server.stop()
    guard station.stop() else { throw OptionError(message: "what came in last is lost", exitCode: ExitCode.failure) }
  }
}
