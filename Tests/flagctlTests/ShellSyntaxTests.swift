import Testing

@testable import flagctl

@Suite("shell: words, comments, wrong commands, one line for each")
struct ShellSyntaxTests {
  @Test("Comments and empty lines have no answer, quotes and backslashes keep words together")
  func words() async throws {
    let flag = #"{"key":"two words # \"x\"","enabled":true,"rule_id":"r"}"#
    let scene = try Scene(["evaluate.json": Answers.of(flag)])
    let lines = try await scene.shell(
      """
      # a comment
        # another

      refresh   # and one behind
      enabled 'two words # "x"'
      enabled "two words # \\"x\\""
      enabled two\\ words\\ #\\ \\"x\\"
      enabled two#words
      """)
    #expect(
      lines == [
        Line.refresh("updated", #"two words # \"x\""#), Line.enabled(true), Line.enabled(true), Line.enabled(true),
        Line.enabled(false),
      ])
  }

  @Test(
    "A wrong command is answered with one line that says what is wrong",
    arguments: [
      ("lits", "lits", "unknown command: must be one of \(Shell.commandNames.joined(separator: ", "))"),
      ("get", "get", "KEY is missing"), ("get a b", "get", "unexpected 'b'"),
      ("property a", "property", "NAME is missing"),
      ("property a b text", "property", "TYPE must be one of string, number, bool, integer, object, array"),
      ("property a b bool 1", "property", "DEFAULT must be of type bool"),
      ("property a b bool true c", "property", "unexpected 'c'"),
      ("enabled a maybe", "enabled", "DEFAULT must be true or false"),
      ("enabled a true b", "enabled", "unexpected 'b'"), ("listen", "listen", "on|off is missing"),
      ("listen up", "listen", "must be on or off"), ("refresh now", "refresh", "unexpected 'now'"),
      ("refresh & &", "refresh", "unexpected '&'"), ("advance", "advance", "DURATION is missing"),
      ("advance 5", "advance", "DURATION must be like 90s, 5m or 24h"),
      ("advance -5m", "advance", "DURATION must be like 90s, 5m or 24h"),
      ("advance 200000d", "advance", "DURATION must be like 90s, 5m or 24h"),
      ("skew soon", "skew", "DURATION must be like +1h or -90s"), ("set-user", "set-user", "ID is missing"),
      ("set-proxy", "set-proxy", "URL is missing"), ("active now", "active", "unexpected 'now'"),
      ("background now", "background", "unexpected 'now'"), ("list all", "list", "unexpected 'all'"),
      ("status now", "status", "unexpected 'now'"), ("reopen now", "reopen", "unexpected 'now'"),
      ("wait now", "wait", "unexpected 'now'"), ("quit now", "quit", "unexpected 'now'"),
      ("impression", "impression", "KEY is missing"), ("get \"a", "get", #"the quote \" is not closed"#),
      ("get a\\", "get", "a backslash at the end of the line"),
      ("\"\"", "", "unknown command: must be one of \(Shell.commandNames.joined(separator: ", "))"),
    ])
  func wrong(_ line: String, _ command: String, _ message: String) async throws {
    let scene = try Scene()
    #expect(try await scene.shell("\(line)\nbackground") == [Line.problem(command, message), Line.ok("background")])
    let text = try await scene.run(["shell", "--clock", "manual"], input: line)
    #expect(text.lines.count == 1)
    #expect(text.status == 0)
    #expect(try await scene.run(["shell", "--clock", "manual", "--strict"], input: line).status == 1)
  }

  @Test("advance and skew need the manual clock", arguments: ["advance 5m", "skew +5m"])
  func systemClock(_ line: String) async throws {
    let ending = try await Scene().run(["shell", "--json"], input: line)
    #expect(ending.lines == [Line.problem(String(line.prefix { $0 != " " }), "needs --clock manual")])
  }

  @Test("--strict is content while all goes well, and a missing flag is no failure")
  func strict() async throws {
    let ending = try await Scene().run(
      ["shell", "--strict"], input: "refresh\nget nope\nimpression nope\nenabled nope")
    #expect(ending.status == 0)
    let failing = try await Scene(["evaluate.fail": "tls"]).run(["shell", "--strict"], input: "refresh\nlist")
    #expect(failing.status == 1)
    #expect(failing.lines.count == 2)
  }

  @Test("Exactly one line for each command, also as text, also of what has several")
  func oneLine() async throws {
    let scene = try Scene([
      "evaluate.json": Answers.of(Answers.checkout, Answers.beta, #"{"key":"x\ny","enabled":true}"#)
    ])
    let script = """
      active
      refresh
      get new_checkout
      get nope
      list
      status
      property new_checkout items number
      property new_checkout items array [1,2]
      property new_checkout none string 'two
      property new_checkout none string two
      enabled beta
      listen on
      register-push
      background
      advance 90s
      skew +1d
      set-user u
      set-proxy https://p.example.com/json/1.3/
      stop-communication
      start-communication
      listen off
      reopen
      wait
      bogus
      quit
      """
    let count = script.split(separator: "\n").count
    let updates = 1
    for options in [[], ["--json"], ["--color", "always"]] {
      let ending = try await scene.run(["shell", "--clock", "manual", "--sink", "none"] + options, input: script)
      #expect(ending.lines.count == count + updates, "\(options)")
      #expect(ending.status == 0)
    }
  }

  @Test("As text: the answers of a person's session")
  func text() async throws {
    let scene = try Scene()
    let ending = try await scene.run(
      ["shell", "--clock", "manual", "--sink", "none"],
      input:
        "listen on\nactive\nget new_checkout\nlist\nrefresh\nadvance 5m\nrefresh\nimpression beta\nskew -1h\nstatus\nquit"
    )
    #expect(
      ending.lines == [
        "done", "changed: beta, new_checkout", "done", "new_checkout: on; rule: r_1a2b3c4d; color: green; items: 5",
        "beta          off  default; new_checkout  on   r_1a2b3c4d  {\"color\":\"green\",\"items\":5}",
        "held back until 2026-01-01T00:05:00Z; the stored flags are used", "it is 2026-01-01T00:05:00Z", "unchanged",
        "beta: sent", "the wall clock says 2025-12-31T23:05:00Z",
        "application:   ABCDE-12345; user:          \(Scene.device); flags:         2; age:           0 s; "
          + "valid for:     86400 s; throttled for: 300 s; session:       1", "done",
      ])
  }

  @Test("quit ends it at once, though more could come")
  func quit() async throws {
    let scene = try Scene()
    let program = try scene.start(["shell", "--json"])
    let (line, next) = try await offThePool {
      program.write("quit\n")
      // The input stays open: that the output ends is the program's doing.
      return (program.line(), program.line())
    }
    #expect(line == Line.ok("quit"))
    #expect(next == "")
    #expect(try await offThePool { program.finish() }.status == 0)
  }

  @Test("The last line needs no end, and strange bytes end nothing")
  func strangeInput() async throws {
    let scene = try Scene()
    #expect(try await scene.shell("background\r\nbackground") == [Line.ok("background"), Line.ok("background")])
    let ending = try await scene.run(["shell", "--json"], input: "g\u{0}t a\n\u{1b}[2J\nbackground")
    #expect(ending.lines.count == 3)
    #expect(ending.lines.last == Line.ok("background"))
    #expect(try await scene.shell("") == [])
  }

  @Test("advance and skew over the end of time stay there")
  func endOfTime() async throws {
    let scene = try Scene(["evaluate.json": Answers.none])
    let lines = try await scene.shell(
      "advance 106000d\nadvance 106000d\nskew +106000d\nskew -106000d\nskew -106000d\nskew -106000d\nlist")
    #expect(lines.count == 7)
    #expect(lines.last == #"{"command":"list","ok":true,"flags":[]}"#)
  }
}
