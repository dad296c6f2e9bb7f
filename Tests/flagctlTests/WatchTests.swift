import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("watch: the foreground, until a signal says otherwise", .timeLimit(.minutes(5)))
struct WatchTests {
  @Test(
    "T1, L1: asks at session start and prints what changed; SIGINT, SIGTERM or SIGHUP end it with 0",
    arguments: [
      SIGINT, SIGTERM, SIGHUP,
    ])
  func changes(_ signal: Int32) async throws {
    let scene = try Scene(["evaluate.json": Answers.of(Answers.checkout, Answers.beta)])
    #expect(try await scene.run(["refresh"]).status == 0)
    try scene.write(Answers.of(Answers.killedCheckout, Answers.numberedFlag), "answers/evaluate.json")
    let program = try scene.start(["watch"])
    let (lines, ending) = try await offThePool {
      let lines = [program.line(), program.line(), program.line()]
      program.send(signal)
      return (lines, program.finish())
    }
    #expect(lines == ["a: on (r_9)", "beta: gone", "new_checkout: off (killed)"])
    #expect(
      ending == Program.Ending(status: 0, output: "", errors: "# watching; Ctrl-Z is the background, Ctrl-C ends it\n"))
    #expect(try await scene.run(["enabled", "a"]).output == "true\n")
  }

  @Test("T2: --every asks again and again, so that a kill on the server is seen without a restart")
  func every() async throws {
    let scene = try Scene()
    let program = try scene.start(["watch", "--every", "1s", "--disable-throttle"])
    let (lines, ending) = try await offThePool {
      var lines = [program.line(), program.line()]
      try scene.write(Answers.of(Answers.killedCheckout, Answers.beta), "answers/evaluate.json")
      lines.append(program.line())
      program.send(SIGINT)
      return (lines, program.finish())
    }
    #expect(lines.last == "new_checkout: off (killed)")
    #expect(ending.status == 0)
  }

  @Test("T2: --every says once why it is held back")
  func everyHeldBack() async throws {
    let program = try Scene().start(["watch", "--every", "1s"])
    let (line, ending) = try await offThePool {
      _ = program.errorLine()
      let line = program.errorLine()
      program.send(SIGINT)
      return (line, program.finish())
    }
    #expect(line.hasPrefix("flagctl: warning: the server is asked once in 5 minutes at most"))
    #expect(ending.status == 0)
  }

  @Test("--json prints events, and no word for people")
  func json() async throws {
    let program = try Scene().start(["watch", "--json"])
    let (line, ending) = try await offThePool {
      let line = program.line()
      program.send(SIGINT)
      return (line, program.finish())
    }
    #expect(line == Line.update("beta", "new_checkout"))
    #expect(ending == Program.Ending(status: 0, output: "", errors: ""))
  }

  @Test("Ctrl-Z stops the process, fg lets it go on, again and again, and it still ends cleanly")
  func stops() async throws {
    let program = try Scene().start(["watch", "--json"])
    let (steps, ending) = try await offThePool {
      var steps = [program.line() == Line.update("beta", "new_checkout")]
      for _ in 1...3 {
        program.send(SIGTSTP)
        steps.append(program.waitForStop())
        program.send(SIGCONT)
        steps.append(program.waitForContinuation())
      }
      program.send(SIGINT)
      return (steps, program.finish())
    }
    #expect(steps == Array(repeating: true, count: 7))
    #expect(ending == Program.Ending(status: 0, output: "", errors: ""))
  }

  @Test("A SIGHUP that was ignored at the start stays ignored, as under nohup")
  func nohup() async throws {
    let scene = try Scene()
    let path = try #require(BuiltProgram.path)
    let program = try Program(
      "/bin/sh", ["-c", "trap '' HUP; exec '\(path)' watch --json"],
      environment: scene.environment.merging(BuiltProgram.inherited) { $1 }, keeping: scene)
    let (isAlive, ending) = try await offThePool {
      _ = program.line()
      program.send(SIGHUP)
      // Signals that are sent together may be handled in any order: only the second stop comes after the first signal.
      var isAlive = true
      for _ in 1...2 {
        program.send(SIGTSTP)
        isAlive = program.waitForStop() && isAlive
        program.send(SIGCONT)
        isAlive = program.waitForContinuation() && isAlive
      }
      program.send(SIGINT)
      return (isAlive, program.finish())
    }
    #expect(isAlive)
    #expect(ending.status == 0)
  }

  @Test("A refresh that fails is told, since nothing else would; the watch goes on")
  func failures() async throws {
    let program = try Scene(["evaluate.http": Answers.http(403)]).start(["watch"])
    let (lines, ending) = try await offThePool {
      let lines = [program.errorLine(), program.errorLine()]
      program.send(SIGINT)
      return (lines, program.finish())
    }
    #expect(lines.contains { $0.hasPrefix("flagctl: warning: refresh failed: ") && $0.contains("403") })
    #expect(ending.status == 0)
  }

  @Test("S6: a store that cannot be written is told at once, and is exit 5 in the end")
  func unwritable() async throws {
    let scene = try Scene()
    try scene.link("dangling", to: "/nonexistent/folder")
    let program = try scene.start(["watch", "--json", "--store", "file:\(scene.path)/dangling"])
    let (line, ending) = try await offThePool {
      let line = program.errorLine()
      program.send(SIGINT)
      return (line, program.finish())
    }
    #expect(line.hasPrefix("flagctl: warning: cannot write "))
    #expect(ending.errors == "")
    #expect(ending.status == 5)
  }

  @Test("A reader that goes away ends it with one line and exit 3")
  func closedPipe() async throws {
    let ending = try await Scene().run(["watch", "--json"], outlet: .closedPipe)
    #expect(ending.status == 3)
    #expect(ending.errors == "flagctl: cannot write to the standard output: Broken pipe\n")
  }
}
