import Testing

@Suite("shell: users, listeners, impressions, restarts")
struct ShellUserTests {
  @Test("T5: another user's flags are gone at once, and the new user's are asked for")
  func setUser() async throws {
    let scene = try Scene([
      "evaluate.json": Answers.both, "evaluate@u-7.json": Answers.numbered(7), "evaluate@u-8.fail": "connection down",
    ])
    let ending = try await scene.run(
      ["shell", "--clock", "manual", "--json"],
      input: """
        listen on
        refresh
        set-user u-7
        list
        status
        set-user u-7
        set-user u-8
        list
        set-user '  '
        status
        """)
    #expect(ending.errors == "flagctl: warning: a blank User ID was ignored\n")
    #expect(
      ending.lines == [
        Line.ok("listen"), Line.update("beta", "new_checkout"), Line.refresh("updated", "beta", "new_checkout"),
        Line.update("a"), Line.ok("set-user"),
        #"{"command":"list","ok":true,"flags":[{"key":"a","enabled":true,"ruleId":"r_7","properties":{}}]}"#,
        Line.status(user: "u-7", flags: 1, age: 0, valid: 86_400, throttled: 300, session: 0), Line.ok("set-user"),
        Line.ok("set-user"), #"{"command":"list","ok":true,"flags":[]}"#, Line.ok("set-user"),
        Line.status(user: "u-8", flags: 0, age: nil, valid: 0, throttled: 0, session: 0),
      ])
  }

  @Test("T5: a user that set-user set is set again after reopen, and the device's own id is the way back")
  func reopenUser() async throws {
    let scene = try Scene(["evaluate.json": Answers.numbered(1), "evaluate@u-7.json": Answers.numbered(7)])
    let lines = try await scene.shell("set-user u-7\nreopen\nget a\nstatus\nset-user \(Scene.device)\nget a")
    #expect(lines[2] == Line.numbered(7))
    #expect(lines[3].contains(#""userId":"u-7""#))
    #expect(lines[5] == Line.numbered(1))
  }

  @Test("L1: after 'listen on' an update comes before the answer of what caused it, and only for a change")
  func listen() async throws {
    let scene = try Scene(Answers.sequence(3))
    let lines = try await scene.shell(
      "active\nlisten on\nlisten on\nadvance 1h\nadvance 1h\nadvance 1h\nlisten off\nreopen\nset-user u\nget a")
    #expect(
      lines == [
        Line.ok("active"), Line.ok("listen"), Line.ok("listen"), Line.update("a"), Line.ok("advance"),
        Line.update("a"), Line.ok("advance"), Line.ok("advance"), Line.ok("listen"), Line.ok("reopen"),
        Line.ok("set-user"), Line.numbered(3),
      ])
  }

  @Test("L1: listening goes on after reopen")
  func listenAfterReopen() async throws {
    let lines = try await Scene(Answers.sequence(2)).shell("listen on\nreopen\nrefresh")
    #expect(lines == [Line.ok("listen"), Line.ok("reopen"), Line.update("a"), Line.refresh("updated", "a")])
  }

  @Test("I1, I2, I3: the event's line before the answer, once a session, not without a flag")
  func impressions() async throws {
    let scene = try Scene([
      "evaluate.1.json": Answers.both, "evaluate.2.json": Answers.killed, "evaluate@u-7.json": Answers.killed,
    ])
    let lines = try await scene.shell(
      """
      active
      impression new_checkout
      impression new_checkout
      impression beta
      impression nope
      advance 1h
      impression new_checkout
      impression new_checkout
      background
      advance 30m
      active
      impression new_checkout
      set-user u-7
      impression new_checkout
      """)
    #expect(
      lines == [
        Line.ok("active"), Line.event("new_checkout", "r_1a2b3c4d", true), Line.impression("sent"),
        Line.impression("duplicate"), Line.event("beta", "default", false), Line.impression("sent"),
        Line.impression("no-flag"), Line.ok("advance"), Line.event("new_checkout", "", false, after: 3600),
        Line.impression("sent"), Line.impression("duplicate"), Line.ok("background"), Line.ok("advance"),
        Line.ok("active"), Line.event("new_checkout", "", false, after: 5400), Line.impression("sent"),
        Line.ok("set-user"), Line.event("new_checkout", "", false, user: "u-7", after: 5400), Line.impression("sent"),
      ])
  }

  @Test("I4: an impression that failed is sent again by the next one")
  func failedImpression() async throws {
    let scene = try Scene([
      "evaluate.json": Answers.numbered(1), "postEvent.1.http": Answers.http(503),
      "postEvent.2.fail": "connection down",
      "postEvent.3.json": #"{"status_code":200,"status_message":"OK","response":null}"#,
    ])
    let ending = try await scene.run(
      ["shell", "--clock", "manual", "--json", "--sink", "pushwoosh"],
      input: "refresh\nimpression a\nimpression a\nimpression a\nimpression a")
    #expect(ending.lines[1].hasPrefix(#"{"command":"impression","ok":false,"error":{"#))
    #expect(ending.lines[2] == Line.failed("impression", 0, "down") || ending.lines[2].contains("down"))
    #expect(Array(ending.lines[3...]) == [Line.impression("sent"), Line.impression("duplicate")])
    #expect(ending.status == 0)
  }

  @Test("R2: reopen is a restart: what was stored is readable, without a server")
  func reopen() async throws {
    let scene = try Scene(["evaluate.1.json": Answers.numbered(1), "evaluate.2.fail": "connection no network"])
    let lines = try await scene.shell("active\nadvance 10m\nreopen\nget a\nstatus\nrefresh\nget a")
    #expect(
      lines == [
        Line.ok("active"), Line.ok("advance"), Line.ok("reopen"), Line.numbered(1),
        Line.status(flags: 1, age: 600, valid: 85_800, throttled: 0, session: 0),
        Line.failed("refresh", 0, "no network"), Line.numbered(1),
      ])
  }

  @Test("T2: after reopen the window counts from the time of the stored answer")
  func reopenWindow() async throws {
    let lines = try await Scene(Answers.sequence(2)).shell("refresh\nadvance 4m\nreopen\nrefresh\nadvance 1m\nrefresh")
    #expect(lines[3] == Line.throttled(until: 1_767_225_900))
    #expect(lines[5] == Line.refresh("updated", "a"))
  }

  @Test("S5: reopen on a store that cannot be read fails, and works again when it can")
  func reopenUnreadable() async throws {
    let scene = try Scene(Answers.sequence(1))
    let program = try scene.start(["shell", "--clock", "manual", "--json"])
    let (lines, ending) = try await offThePool {
      var lines: [String] = []
      func say(_ command: String) {
        program.write(command + "\n")
        lines.append(program.line())
      }
      say("refresh")
      try scene.move("store", to: "kept")
      try scene.write("", "store")
      say("reopen")
      try scene.remove("store")
      try scene.move("kept", to: "store")
      say("reopen")
      say("get a")
      return (lines, program.finish())
    }
    #expect(lines[0] == Line.refresh("updated", "a"))
    #expect(lines[1].hasPrefix(#"{"command":"reopen","ok":false,"error":{"message":"cannot read "#))
    #expect(lines[2...] == [Line.ok("reopen"), Line.numbered(1)])
    #expect(ending.status == 0)
    #expect(ending.errors == "")
  }

  @Test("S6: a store that cannot be written is told at once, and the shell ends with 5")
  func unwritable() async throws {
    let scene = try Scene(Answers.sequence(1))
    try scene.link("dangling", to: "/nonexistent/folder")
    let ending = try await scene.run(
      ["shell", "--clock", "manual", "--json", "--store", "file:\(scene.path)/dangling"], input: "refresh\nget a")
    #expect(ending.lines == [Line.refresh("updated", "a"), Line.numbered(1)])
    #expect(ending.errors.hasPrefix("flagctl: warning: cannot write \(scene.path)/dangling/flags.json: "))
    #expect(ending.errors.split(separator: "\n").count == 1)
    #expect(ending.status == 5)
  }

  @Test("T4: refreshes in the background share one request; their ends come after the update, before 'wait' answers")
  func backgroundRefresh() async throws {
    let scene = try Scene(Answers.sequence(2))
    let lines = try await scene.shell("listen on\nrefresh &\nrefresh &\nwait\nget a\nrefresh &\nquit\nget a")
    let ended = #"{"event":"refresh","ok":true}"#
    let started = #"{"command":"refresh","ok":true,"result":"started"}"#
    #expect(lines.filter { $0 == ended }.count == 3)
    #expect(lines.filter { $0 == started }.count == 3)
    let update = try #require(lines.firstIndex(of: Line.update("a")))
    let firstEnd = try #require(lines.firstIndex(of: ended))
    let wait = try #require(lines.firstIndex(of: Line.ok("wait")))
    #expect(update < firstEnd)
    #expect(lines[..<wait].filter { $0 == ended }.count == 2)
    #expect(lines[wait + 1] == Line.numbered(1))
    #expect(lines.contains(Line.ok("quit")))
    #expect(lines.filter { $0.contains(#""get""#) }.count == 1)
  }

  @Test("--strict counts a failure in the background too, in text and in JSON", arguments: [[], ["--json"]])
  func failedBackgroundRefresh(_ options: [String]) async throws {
    let scene = try Scene(["evaluate.fail": "connection down"])
    let ending = try await scene.run(["shell", "--strict"] + options, input: "refresh &\nwait")
    #expect(ending.status == 1)
    #expect(
      ending.lines.contains(
        options.isEmpty
          ? "in the background: refresh failed: PWFeatureFlagsErrorDomain 0: down"
          : #"{"event":"refresh","ok":false,"error":{"domain":"PWFeatureFlagsErrorDomain","code":0,"message":"down"}}"#)
    )
    let good = try await Scene().run(["shell", "--strict"], input: "refresh &\nwait")
    #expect(good.lines.contains("in the background: refresh ended"))
    #expect(good.status == 0)
  }
}
