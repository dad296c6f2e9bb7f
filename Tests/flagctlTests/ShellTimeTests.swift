import Testing

@Suite("shell on a manual clock: sessions, age, skew")
struct ShellTimeTests {
  @Test("N1: a session starts at first, and after 30 minutes in the background, exactly 30 counting")
  func sessions() async throws {
    let scene = try Scene(["evaluate.json": Answers.none])
    let lines = try await scene.shell(
      """
      status
      active
      background
      advance 29m
      advance 59s
      active
      status
      background
      advance 30m
      active
      status
      active
      status
      """)
    #expect(
      lines.map { $0.suffix(13) }.filter { $0.contains("session") }
        == [0, 1, 2, 2].map { ",\"session\":\($0)}".suffix(13) })
  }

  @Test("S1: at exactly 24 hours the flags are gone, in a running process too")
  func expiry() async throws {
    let scene = try Scene(["evaluate.1.json": Answers.numbered(1), "evaluate.2.fail": "connection down"])
    let lines = try await scene.shell(
      "refresh\nadvance 23h\nadvance 59m\nadvance 59s\nadvance 999ms\nget a\nstatus\nadvance 1ms\nget a\nenabled a true\nstatus"
    )
    #expect(lines[5] == Line.numbered(1))
    #expect(lines[6] == Line.status(flags: 1, age: 86_399, valid: 1, throttled: 0, session: 0))
    #expect(lines[8] == Line.numbered(nil))
    #expect(lines[9] == Line.enabled(true))
    #expect(lines[10] == Line.status(flags: 0, age: nil, valid: 0, throttled: 0, session: 0))
  }

  @Test("T6: without a server the stored flags stay until 24 hours, with a failing hourly refresh")
  func offline() async throws {
    let scene = try Scene(["evaluate.1.json": Answers.numbered(1), "evaluate.2.fail": "connection down"])
    let lines = try await scene.shell("active\nadvance 23h\nget a\nadvance 5m\nrefresh\nadvance 55m\nget a")
    #expect(lines[2] == Line.numbered(1))
    #expect(lines[4] == Line.failed("refresh", 0, "down"))
    #expect(lines[6] == Line.numbered(nil))
  }

  @Test("S3: moving the wall clock either way neither lengthens nor shortens the flags' life")
  func skew() async throws {
    for skews in ["skew +48h", "skew -48h", "skew -20000d"] {
      let scene = try Scene(Answers.sequence(1))
      let lines = try await scene.shell("refresh\n\(skews)\nget a\nadvance 23h\nget a\nadvance 1h\nget a")
      #expect(lines[1] == Line.ok("skew"))
      #expect([lines[2], lines[4], lines[6]] == [Line.numbered(1), Line.numbered(1), Line.numbered(nil)])
    }
  }

  @Test("S3: nor after a restart within the same boot")
  func skewAndReopen() async throws {
    let scene = try Scene(Answers.sequence(1))
    let lines = try await scene.shell("refresh\nadvance 23h\nskew -72h\nreopen\nget a\nadvance 1h\nget a")
    #expect(lines[4] == Line.numbered(1))
    #expect(lines[6] == Line.numbered(nil))
  }

  @Test("N2: nor does it make or hide a session")
  func skewAndSession() async throws {
    let scene = try Scene(["evaluate.json": Answers.none])
    let lines = try await scene.shell(
      "active\nbackground\nskew +5h\nactive\nstatus\nbackground\nskew -5h\nadvance 30m\nactive\nstatus")
    #expect(lines[4].hasSuffix(#""session":1}"#))
    #expect(lines[9].hasSuffix(#""session":2}"#))
  }

  @Test("A step beyond the end of the clock's time is refused, and the clock can be moved on", .timeLimit(.minutes(5)))
  func endOfTime() async throws {
    let scene = try Scene(["evaluate.json": Answers.none])
    let lines = try await scene.shell(
      "advance 106751d\nactive\nadvance 7d\nadvance 106751d\nadvance 22h\nrefresh\nadvance 9223372036854775807ms")
    let refused = Line.problem("advance", "DURATION goes beyond what the clock can show")
    #expect([lines[2], lines[3]] == [refused, refused])
    #expect(lines[0] == Line.ok("advance") && lines[4] == Line.ok("advance"))
    #expect(lines[6] == Line.problem("advance", "DURATION must be like 90s, 5m or 24h"))
  }
}
