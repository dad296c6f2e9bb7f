import Testing

@testable import flagserver

struct CommandLineParserTests {
  private func parse(_ words: String) throws -> Invocation {
    try CommandLineParser.parse(["flagserver"] + words.split(separator: " ").map(String.init))
  }

  @Test("Options and their defaults")
  func options() throws {
    #expect(try parse("--flags f.json") == .serve(Options(flagsFile: "f.json")))
    #expect(
      try parse("--flags=f=g --listen [::1]:0 --admin-token-file t --segment-deadline 0 --verbose")
        == .serve(
          Options(
            flagsFile: "f=g", listen: #require(ListenAddress("[::1]:0")), adminTokenFile: "t", segmentDeadline: 0,
            isVerbose: true)))
    #expect(try parse("--flags a --flags b") == .serve(Options(flagsFile: "b")))
    #expect(try parse("--help --listen x") == .showHelp)
    #expect(try parse("--version") == .showVersion)
  }

  @Test(
    "A bad command line is refused in one line that names the option",
    arguments: [
      ("", "--flags FILE or --data DIR is required; see --help"), ("--flags", "option --flags needs a value: FILE"),
      ("--flags=", "--flags FILE or --data DIR is required; see --help"),
      ("--flg x", "unknown option --flg; see --help"),
      ("--nope=1", "unknown option --nope; see --help"), ("-x", "unknown option -x; see --help"),
      ("x", "unexpected argument 'x'; see --help"), ("-- x", "unexpected argument 'x'; see --help"),
      ("--verbose=yes --flags x", "option --verbose takes no value"),
      ("--flags x --listen 80", "--listen: '80' is no numeric HOST:PORT such as 127.0.0.1:8080 or [::1]:0"),
      ("--flags x --listen 0.0.0.0:80", "--listen: 0.0.0.0 is not loopback, which needs --admin-token-file"),
      ("--flags x --segment-deadline 1s", "--segment-deadline: '1s' is no number of milliseconds from 0 to 600000"),
    ])
  func refused(words: String, message: String) {
    #expect(throws: OptionError.usage(message)) { try parse(words) }
  }

  @Test("With a data directory the flags file may be left out")
  func data() throws {
    #expect(try parse("--data d") == .serve(Options(dataDirectory: "d")))
    #expect(try parse("--flags x --data d") == .serve(Options(flagsFile: "x", dataDirectory: "d")))
    #expect(throws: OptionError.usage("--data: the directory must have a name")) { try parse("--data=") }
    #expect(Options.help.contains("--data"))
  }

  @Test(
    "Addresses, and whether they are loopback",
    arguments: [
      ("127.0.0.1:8080", "127.0.0.1", 8080, true), ("127.9.9.9:0", "127.9.9.9", 0, true),
      ("localhost:65535", "127.0.0.1", 65535, true),
      ("[::1]:1", "::1", 1, true), ("0.0.0.0:80", "0.0.0.0", 80, false), ("[::]:80", "::", 80, false),
      ("10.0.0.1:80", "10.0.0.1", 80, false),
      ("[::ffff:127.0.0.1]:80", "::ffff:127.0.0.1", 80, false),
    ] as [(String, String, UInt16, Bool)])
  func addresses(text: String, address: String, port: UInt16, isLoopback: Bool) throws {
    let listen = try #require(ListenAddress(text))
    #expect(listen.address == address)
    #expect(listen.port == port)
    #expect(listen.isLoopback == isLoopback)
  }

  @Test(
    "What is no address",
    arguments: [
      "", ":", "127.0.0.1", "127.0.0.1:", ":80", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1", "::1:80",
      "example.com:80", "[1]:1", "127.1:80",
    ])
  func noAddress(text: String) {
    #expect(ListenAddress(text) == nil)
  }

  @Test("URLs of addresses")
  func urls() throws {
    #expect(try #require(ListenAddress("127.0.0.1:0")).url(port: 81) == "http://127.0.0.1:81")
    #expect(try #require(ListenAddress("[::1]:0")).url(port: 81) == "http://[::1]:81")
  }
}
