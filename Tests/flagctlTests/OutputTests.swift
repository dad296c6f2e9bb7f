import FeatureFlags
import Locking
import Testing

@testable import flagctl

@Suite("Output: colours, secrets, terminals, readers that go away")
struct OutputTests {
  private static let green = "\u{1b}[32mon\u{1b}[0m"

  @Test("Colour on a terminal alone, not with NO_COLOR, always or never when that is said")
  func colors() async throws {
    let scene = try Scene()
    #expect(try await scene.run(["refresh"]).status == 0)
    func isColored(
      _ options: [String], _ environment: [String: String] = [:], _ outlet: Program.Outlet = .pipe
    ) async throws -> Bool {
      let text = try await scene.run(["get", "new_checkout"] + options, environment: environment, outlet: outlet).output
      #expect(text.contains("new_checkout"))
      #expect(text.contains(Self.green) == text.contains("\u{1b}"))
      return text.contains(Self.green)
    }
    #expect(try await !isColored([]))
    #expect(try await isColored([], [:], .terminal))
    #expect(try await !isColored([], ["NO_COLOR": "1"], .terminal))
    #expect(try await !isColored(["--color", "never"], [:], .terminal))
    #expect(try await isColored(["--color", "always"]))
    #expect(try await isColored(["--color", "always"], ["NO_COLOR": "1"]))
    #expect(try await isColored([], ["FLAGCTL_COLOR": "always"]))
    #expect(try await !isColored(["--json"], [:], .terminal))
    let off = try await scene.run(["list", "--color=always"]).output
    #expect(off.contains("\u{1b}[31moff\u{1b}[0m"))
  }

  @Test(
    "What a server says cannot act on a terminal, nor make lines of its own",
    arguments: [
      "never", "always",
    ])
  func injection(_ color: String) async throws {
    let evil = #"a\u001b[31m\nbeta  on\u009b1A\u202e\u0007"#
    let flag = #"{"key":"\#(evil)","enabled":true,"rule_id":"\#(evil)","properties":{"\#(evil)":"\#(evil)"}}"#
    let scene = try Scene([
      "evaluate.json": Answers.of(flag), "postEvent.fail": "connection \u{1b}[32m\u{1b}]0;x\u{7}\nmore\u{202e}",
    ])
    let script = "listen on\nrefresh\nlist\nget nope\nimpression nope\nbog\u{1b}us"
    let shell = try await scene.run(["shell", "--sink", "pushwoosh", "--color", color], input: script)
    #expect(shell.lines.count == 7)
    let list = try await scene.run(["list", "--color", color])
    let json = try await scene.run(["list", "--json"])
    let update = try await scene.run(["refresh", "--disable-throttle"])
    try scene.write("connection \u{1b}[32m\u{1b}]0;x\u{7}\nmore\u{202e}", "answers/evaluate.fail")
    let failure = try await scene.run(["refresh", "--disable-throttle"])
    #expect(failure.errors.split(separator: "\n").count == 1)
    for text in [shell, list, json, update, failure].flatMap({ [$0.output, $0.errors] }) {
      let rest = text.replacing(Self.green, with: "")
      #expect(!rest.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" }, "\(rest)")
    }
    for text in [list.output, failure.errors] { #expect(!text.contains("\u{202e}")) }
    #expect(list.lines.count == 1)
  }

  @Test("A property's own lines stand when it is asked for alone")
  func lines() async throws {
    let flag = #"{"key":"a","enabled":true,"properties":{"text":"one\n\ttwo\u001b"}}"#
    let scene = try Scene(["evaluate.json": Answers.of(flag)])
    #expect(try await scene.run(["refresh"]).status == 0)
    #expect(try await scene.run(["property", "a", "text", "--type", "string"]).output == "one\n\ttwo\\u{1b}\n")
    #expect(
      try await scene.run(["get", "a"]).lines == ["a: on", "  rule: killed", "  text: one\\u{a}\\u{9}two\\u{1b}"])
  }

  @Test(
    "C5, E2: with --verbose neither the token, nor the User ID, nor the device id is on stderr",
    arguments: [
      ["refresh"], ["list"], ["impression", "a", "b"], ["status"], ["clear"], ["clear", "--all"], ["shell"],
    ])
  func secrets(_ command: [String]) async throws {
    let secrets = ["s3cr3t-token", "s3cr3t-user", "DEADBEEF-DEAD-4EAD-8EAD-DEADBEEFDEAD", "s3cr3t-header"]
    for answers in [
      ["evaluate.json": Answers.numbered(1)], ["evaluate.http": Answers.http(401), "postEvent.fail": "tls bad"],
      ["evaluate.json": "{", "postEvent.http": Answers.http(500)],
    ] {
      let scene = try Scene(answers)
      try scene.write("{", "store/flags.json")
      let ending = try await scene.run(
        ["--verbose", "--sink", "pushwoosh", "--proxy-header", "X-Key: \(secrets[3])"] + command,
        input: "refresh\nimpression a\nset-user \(secrets[1])-2\nadvance 1h\nreopen\nbogus",
        environment: [
          "FLAGCTL_API_TOKEN": secrets[0], "FLAGCTL_USER_ID": secrets[1], "FLAGCTL_DEVICE_ID": secrets[2],
        ])
      if command != ["clear", "--all"] {
        #expect(
          ending.errors.contains("device \(Hash.short(secrets[2])), user \(Hash.short(secrets[1]))\n"))
      }
      #expect(ending.errors.contains("token \(Hash.short(secrets[0])),"))
      for secret in secrets { #expect(!ending.errors.contains(secret)) }
      #expect(!ending.output.contains(secrets[0]))
    }
  }

  @Test("--verbose says what goes on, each on a line with a mark")
  func verbose() async throws {
    let scene = try Scene()
    let ending = try await scene.run(["refresh", "--verbose"])
    let lines = ending.errors.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "# application ABCDE-12345",
        "# base https://ABCDE-12345.api.pushwoosh.com/json/1.3/, transport fixture:\(scene.path)/answers, "
          + "store file:\(scene.path)/store",
        "# token none, sinks stdout", "# device \(Hash.short(Scene.device)), user \(Hash.short(Scene.device))",
        "# info refresh-succeeded: 2 flags, 2 changed",
      ])
    let other = try await scene.run(
      ["list"], environment: ["FLAGCTL_VERBOSE": "1", "FLAGCTL_TRANSPORT": "curl", "FLAGCTL_STORE": "memory"])
    #expect(other.errors.contains("transport curl, store memory"))
  }

  @Test(
    "A reader that is gone is one line and exit 3, never a crash",
    arguments: [
      ["list"], ["list", "--json"], ["refresh"], ["--help"], ["--version"], ["enabled", "nope"], ["shell"],
    ])
  func closedPipe(_ arguments: [String]) async throws {
    let ending = try await Scene().run(arguments, input: "list\nlist\nlist\n", outlet: .closedPipe)
    #expect(
      ending
        == Program.Ending(
          status: 3, output: "", errors: "flagctl: cannot write to the standard output: Broken pipe\n"))
  }

  @Test("I4: an impression whose line nobody takes was not delivered")
  func closedSink() async throws {
    let scene = try Scene()
    #expect(try await scene.run(["refresh"]).status == 0)
    let ending = try await scene.run(["impression", "beta"], outlet: .closedPipe)
    #expect(ending.status == 3)
    #expect(
      ending.errors
        == "flagctl: impression of beta was not delivered: cannot write to the standard output: Broken pipe\n")
  }

  @Test("The first failure of the standard output is kept; the standard error has nobody to tell")
  func failures() {
    let failing = Locked(["first", "second"])
    let output = Output(
      standardOutput: { _ in failing.withLock { $0.removeFirst() } }, standardError: { _ in "no one" })
    #expect(output.failure == nil)
    #expect(!output.print(jsonLine: []))
    output.print("text")
    #expect(output.failure == "first")
    output.complain("nothing comes of it")
    #expect(output.failure == "first")
  }
}
