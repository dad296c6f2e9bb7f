import Testing

@Suite("shell on a manual clock: refreshing")
struct ShellRefreshTests {
  @Test("T1: at session start, and every hour in the foreground")
  func hourly() async throws {
    let scene = try Scene(Answers.sequence(4))
    let lines = try await scene.shell(
      "get a\nactive\nget a\nadvance 59m\nadvance 59s\nget a\nadvance 1s\nget a\nadvance 2h\nget a")
    #expect(
      lines == [
        Line.numbered(nil), Line.ok("active"), Line.numbered(1), Line.ok("advance"), Line.ok("advance"),
        Line.numbered(1), Line.ok("advance"), Line.numbered(2), Line.ok("advance"), Line.numbered(4),
      ])
  }

  @Test("T1: not in the background, where what fell due waits for the foreground")
  func hourlyInBackground() async throws {
    let scene = try Scene(Answers.sequence(3))
    let lines = try await scene.shell("active\nbackground\nadvance 20m\nadvance 3h\nget a\nactive\nget a")
    #expect(lines[4] == Line.numbered(1))
    #expect(lines[6] == Line.numbered(2))
  }

  @Test("T1: after registering for push if the last request did not say so, once")
  func push() async throws {
    let scene = try Scene(Answers.sequence(3))
    let lines = try await scene.shell("register-push\nget a\nactive\nregister-push\nget a")
    #expect(lines[1] == Line.numbered(nil))
    #expect(lines[4] == Line.numbered(1))
    let after = try await Scene(Answers.sequence(3)).shell("active\nregister-push\nget a\nregister-push\nget a")
    #expect(after[2] == Line.numbered(2))
    #expect(after[4] == Line.numbered(2))
  }

  @Test("T2: one request in 5 minutes; exactly 5 minutes is enough")
  func throttle() async throws {
    let scene = try Scene(Answers.sequence(3))
    let lines = try await scene.shell(
      "refresh\nrefresh\nadvance 4m\nadvance 59s\nadvance 999ms\nrefresh\nstatus\nadvance 1ms\nrefresh\nget a")
    #expect(
      lines == [
        Line.refresh("updated", "a"), Line.throttled(until: 1_767_225_900), Line.ok("advance"), Line.ok("advance"),
        Line.ok("advance"), Line.throttled(until: 1_767_225_900),
        Line.status(flags: 1, age: 299, valid: 86_101, throttled: 1, session: 0), Line.ok("advance"),
        Line.refresh("updated", "a"), Line.numbered(2),
      ])
  }

  @Test("T2: an automatic refresh starts the window too; without stored flags nothing is held back")
  func window() async throws {
    let lines = try await Scene(Answers.sequence(2)).shell("active\nrefresh")
    #expect(lines[1] == Line.throttled(until: 1_767_225_900))
    let failing = try await Scene(["evaluate.1.fail": "tls no", "evaluate.2.json": Answers.numbered(2)])
      .shell("refresh\nrefresh")
    #expect(failing == [Line.failed("refresh", 0, "no"), Line.refresh("updated", "a")])
  }

  @Test("T3: the switch removes the limit")
  func noThrottle() async throws {
    let lines = try await Scene(Answers.sequence(2)).shell("refresh\nrefresh\nrefresh", "--disable-throttle")
    #expect(lines == [Line.refresh("updated", "a"), Line.refresh("updated", "a"), Line.refresh("unchanged")])
  }

  @Test("S4: a partial answer overlays, is not kept, and starts no window")
  func partial() async throws {
    let scene = try Scene([
      "evaluate.1.json": Answers.both, "evaluate.2.json": Answers.of(Answers.killedCheckout, isPartial: true),
      "evaluate.3.json": Answers.killed,
    ])
    let lines = try await scene.shell(
      "refresh\nadvance 5m\nrefresh\nenabled new_checkout\nstatus\nreopen\nenabled new_checkout\nrefresh",
      "--disable-throttle")
    #expect(lines[2] == Line.refresh("partial", "new_checkout"))
    #expect(lines[3] == Line.enabled(false))
    #expect(lines[4] == Line.status(flags: 2, age: 300, valid: 86_100, throttled: 0, session: 0))
    #expect(lines[6] == Line.enabled(true))
    #expect(lines[7] == Line.refresh("updated", "new_checkout"))
    let again = try await Scene([
      "evaluate.1.json": Answers.both, "evaluate.2.json": Answers.of(Answers.killedCheckout, isPartial: true),
      "evaluate.3.json": Answers.killed,
    ]).shell("refresh\nadvance 5m\nrefresh\nrefresh")
    #expect(again[3] == Line.refresh("unchanged"))
  }

  @Test("T7: Retry-After on 429 is obeyed by every trigger, and told")
  func retryAfter() async throws {
    let scene = try Scene([
      "evaluate.1.http": Answers.http(429, "Retry-After: 120\r\n"), "evaluate.2.json": Answers.numbered(2),
    ])
    let lines = try await scene.shell("refresh\nactive\nget a\nadvance 119s\nrefresh\nget a\nadvance 1s\nget a")
    #expect(lines[0].contains(#""code":429,"#))
    #expect(lines[0].hasSuffix(#","retryAt":1767225720}}"#))
    #expect(lines[2] == Line.numbered(nil))
    #expect(
      lines[4]
        == Line.failed("refresh", 429, "the server asked not to be called for another 1 s", retryAt: 1_767_225_720))
    #expect(lines[5] == Line.numbered(nil))
    #expect(lines[7] == Line.numbered(2))
  }

  @Test("T7: without flags a failed automatic refresh is tried again, but not in the background")
  func retry() async throws {
    let answers = ["evaluate.1.fail": "connection down", "evaluate.2.json": Answers.numbered(2)]
    let lines = try await Scene(answers).shell("active\nget a\nadvance 5s\nget a")
    #expect([lines[1], lines[3]] == [Line.numbered(nil), Line.numbered(2)])
    let background = try await Scene(answers).shell("active\nbackground\nadvance 5m\nget a")
    #expect(background[3] == Line.numbered(nil))
  }

  @Test("T7: 401 stops automatic refreshes until the configuration changes")
  func unauthorized() async throws {
    let scene = try Scene(["evaluate.1.http": Answers.http(401), "evaluate.2.json": Answers.numbered(2)])
    let lines = try await scene.shell(
      "active\nadvance 3h\nget a\nset-proxy https://p.example.com/json/1.3/\nadvance 1h\nget a")
    #expect(lines[2] == Line.numbered(nil))
    #expect(lines[5] == Line.numbered(2))
  }

  @Test("T9: an app extension asks for nothing")
  func appExtension() async throws {
    let scene = try Scene(Answers.sequence(1))
    let lines = try await scene.shell("active\nrefresh\nadvance 2h\nget a", "--app-extension")
    #expect(lines[1] == Line.failed("refresh", 0, "an app extension never requests flags"))
    #expect(lines[3] == Line.numbered(nil))
  }

  @Test("T10: a proxy without json/1.3/ fails with code 0, until another is set")
  func proxy() async throws {
    let scene = try Scene(Answers.sequence(1))
    let lines = try await scene.shell(
      "set-proxy https://p.example.com/proxy/\nrefresh\nactive\nget a\nset-proxy https://p.example.com/json/1.3/\nrefresh\nset-proxy nonsense\nrefresh"
    )
    #expect(lines[0] == Line.ok("set-proxy"))
    #expect(
      lines[1]
        == Line.failed("refresh", 0, "the reverse proxy URL must end with /json/1.3/ for flags to be requested"))
    #expect(lines[3] == Line.numbered(nil))
    #expect(lines[5] == Line.refresh("updated", "a"))
    #expect(lines[7] == Line.failed("refresh", 0, "the reverse proxy URL must start with https://"))
  }

  @Test("T11: with communication stopped nothing is sent, across a restart too")
  func communication() async throws {
    let scene = try Scene(Answers.sequence(2))
    let lines = try await scene.shell(
      """
      refresh
      stop-communication
      reopen
      refresh
      impression a
      get a
      active
      get a
      start-communication
      get a
      """)
    #expect(lines[3] == Line.failed("refresh", 0, "communication with the server is stopped"))
    #expect(lines[4] == Line.failed("impression", 0, "communication is stopped"))
    #expect(lines[7] == Line.numbered(1))
    #expect(lines[9] == Line.numbered(2))
  }
}
