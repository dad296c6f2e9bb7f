import Testing

/// One command line and what must come of it.
struct OneShot: Sendable, CustomTestStringConvertible {
  var arguments: [String]
  var status: Int32
  var output: String
  var errors: String

  var testDescription: String { arguments.joined(separator: " ") }

  init(_ arguments: String..., status: Int32 = 0, output: String = "", errors: String = "") {
    self.arguments = arguments
    self.status = status
    self.output = output
    self.errors = errors
  }

  static let checkout =
    #"{"key":"new_checkout","enabled":true,"ruleId":"r_1a2b3c4d","properties":{"color":"green","items":5}}"#
  static let beta = #"{"key":"beta","enabled":false,"ruleId":"default","properties":{}}"#

  static let json: [OneShot] = [
    .init("get", "new_checkout", output: #"{"command":"get","ok":true,"flag":\#(checkout)}"#),
    .init("get", "New_Checkout", status: 1, output: #"{"command":"get","ok":true,"flag":null}"#),
    .init("enabled", "new_checkout", output: #"{"command":"enabled","ok":true,"value":true}"#),
    .init("enabled", "beta", status: 1, output: #"{"command":"enabled","ok":true,"value":false}"#),
    .init("enabled", "nope", status: 1, output: #"{"command":"enabled","ok":true,"value":false}"#),
    .init("enabled", "nope", "--default", "true", output: #"{"command":"enabled","ok":true,"value":true}"#),
    .init("enabled", "beta", "--default=true", status: 1, output: #"{"command":"enabled","ok":true,"value":false}"#),
    .init(
      "property", "new_checkout", "items", "--type", "number", output: #"{"command":"property","ok":true,"value":5}"#),
    .init(
      "property", "new_checkout", "color", "--type", "integer", "--default", "3",
      output: #"{"command":"property","ok":true,"value":3}"#),
    .init(
      "property", "new_checkout", "none", "--type", "object", "--default", #"{"a":[1]}"#,
      output: #"{"command":"property","ok":true,"value":{"a":[1]}}"#),
    .init("property", "nope", "a", "--type", "string", output: #"{"command":"property","ok":true,"value":null}"#),
    .init("list", output: #"{"command":"list","ok":true,"flags":[\#(beta),\#(checkout)]}"#),
    .init("clear", output: #"{"command":"clear","ok":true}"#),
    .init("clear", "--all", output: #"{"command":"clear","ok":true}"#),
    .init("--", "list", output: #"{"command":"list","ok":true,"flags":[\#(beta),\#(checkout)]}"#),
  ]

  static let text: [OneShot] = [
    .init("get", "new_checkout", output: "new_checkout: on\n  rule: r_1a2b3c4d\n  color: green\n  items: 5"),
    .init("get", "nope", status: 1, output: "nope: no such flag"),
    .init("enabled", "new_checkout", output: "true"),
    .init("enabled", "beta", status: 1, output: "false"),
    .init("property", "new_checkout", "color", "--type", "string", output: "green"),
    .init("property", "new_checkout", "color", "--type", "number", "--default", "2.5", output: "2.5"),
    .init("property", "new_checkout", "color", "--type", "bool", output: "null"),
    .init(
      "list",
      output: "beta          off  default\nnew_checkout  on   r_1a2b3c4d  {\"color\":\"green\",\"items\":5}"),
    .init("clear", output: "the stored flags are forgotten"),
    .init("clear", "--all", output: "everything is forgotten"),
  ]
}

@Suite("One-shot commands")
struct OneShotTests {
  @Test("--json: one line, as documented", arguments: OneShot.json)
  func json(_ trial: OneShot) async throws {
    let scene = try Scene()
    #expect(try await scene.run(["refresh"]).status == 0)
    let ending = try await scene.run(["--json"] + trial.arguments)
    #expect(ending == Program.Ending(status: trial.status, output: trial.output + "\n", errors: trial.errors))
  }

  @Test("Text for people", arguments: OneShot.text)
  func text(_ trial: OneShot) async throws {
    let scene = try Scene()
    #expect(try await scene.run(["refresh"]).status == 0)
    let ending = try await scene.run(trial.arguments)
    #expect(ending == Program.Ending(status: trial.status, output: trial.output + "\n", errors: trial.errors))
  }

  @Test("refresh: updated, unchanged, held back; exit 0")
  func refresh() async throws {
    let scene = try Scene()
    let manual = ["--clock", "manual", "refresh"]
    let updated = #"{"command":"refresh","ok":true,"result":"updated","changed":["beta","new_checkout"]}"#
    #expect(try await scene.run(manual + ["--json"]).output == updated + "\n")
    let held = try await scene.run(manual + ["--json"])
    #expect(
      held.output == #"{"command":"refresh","ok":true,"result":"throttled","changed":[],"until":1767225900}"# + "\n")
    #expect(held.status == 0)
    #expect(
      try await scene.run(manual).output
        == "held back until 2026-01-01T00:05:00Z; the stored flags are used\n")
    #expect(try await scene.run(manual + ["--disable-throttle"]).output == "unchanged\n")
    try scene.write(Answers.of(Answers.beta), "answers/evaluate.json")
    #expect(try await scene.run(manual + ["--disable-throttle"]).output == "updated: new_checkout\n")
  }

  @Test("S4: refresh says that an answer was partial, and what changed by it")
  func partial() async throws {
    let scene = try Scene(["evaluate.json": Answers.of(Answers.beta, isPartial: true)])
    #expect(
      try await scene.run(["refresh", "--json"]).output
        == #"{"command":"refresh","ok":true,"result":"partial","changed":["beta"]}"# + "\n")
    #expect(try await scene.run(["refresh"]).output == "partial: beta\n")
    try scene.write(Answers.of(isPartial: true), "answers/evaluate.json")
    #expect(try await scene.run(["refresh"]).output == "partial: nothing changed\n")
  }

  @Test(
    "E1: a refresh that failed is one line with the code, and exit 3",
    arguments: [
      ("evaluate.http", Answers.http(503), 503), ("evaluate.fail", "connection nobody there", 0),
      ("evaluate.json", "<html>", 200), ("evaluate.http", Answers.http(429, "Retry-After: 120\r\n"), 429),
    ])
  func failedRefresh(_ name: String, _ answer: String, _ code: Int) async throws {
    let scene = try Scene([name: answer])
    let text = try await scene.run(["refresh"])
    #expect(text.status == 3)
    #expect(text.output == "")
    #expect(text.errors.hasPrefix("flagctl: refresh failed: PWFeatureFlagsErrorDomain \(code): "))
    #expect(text.errors.split(separator: "\n").count == 1)
    let json = try await scene.run(["refresh", "--json", "--clock", "manual"])
    #expect(json.status == 3)
    #expect(json.errors.split(separator: "\n").count == 1)
    #expect(
      json.output.hasPrefix(
        #"{"command":"refresh","ok":false,"error":{"domain":"PWFeatureFlagsErrorDomain","code":\#(code),"message":""#))
    #expect(json.lines.count == 1)
    #expect(json.output.contains(#""retryAt":1767225720"#) == (code == 429))
    #expect(json.errors.contains("; not before 2026-01-01T00:02:00Z") == (code == 429))
  }

  @Test("impression: each key a line, after the sink's own; exit 1 without a flag")
  func impressions() async throws {
    let scene = try Scene()
    #expect(try await scene.run(["refresh", "--clock", "manual"]).status == 0)
    let event =
      #"{"event":"PW_FeatureFlagImpression","attributes":{"flag_key":"new_checkout","rule_id":"r_1a2b3c4d","enabled":true},"#
      + #""userId":"\#(Scene.device)","time":1767225600}"#
    let sent = try await scene.run(["impression", "new_checkout", "--json", "--clock", "manual"])
    #expect(sent.lines == [event, #"{"command":"impression","ok":true,"result":"sent"}"#])
    #expect(sent.status == 0)
    let several = try await scene.run(
      ["impression", "new_checkout", "nope", "new_checkout", "--clock", "manual", "--sink", "none"])
    #expect(several.lines == ["new_checkout: sent", "nope: no-flag", "new_checkout: duplicate"])
    #expect(several.status == 1)
  }

  @Test("I4: with a queue an impression is taken though the service is away, and a later command delivers it, once")
  func queuedImpressions() async throws {
    let scene = try Scene()
    _ = try await scene.run(["refresh"])
    let options = ["--sink", "pushwoosh", "--event-queue", scene.path + "/events"]
    try scene.write("connection down", "answers/postEvent.fail")
    let first = try await scene.run(["impression", "beta"] + options)
    #expect(first.status == 0)
    #expect(first.errors.contains("1 impression waits in \(scene.path)/events"))
    // What logs nothing does not wait for the queue.
    #expect(try await scene.run(["list"] + options).errors == "")
    try scene.remove("answers/postEvent.fail")
    let second = try await scene.run(["impression", "new_checkout"] + options)
    #expect(second.status == 0)
    #expect(second.errors == "")
  }

  @Test("I4: an impression that was not delivered is exit 3, whatever became of the others")
  func failedImpression() async throws {
    let scene = try Scene(["evaluate.json": Answers.both, "postEvent.http": Answers.http(500)])
    #expect(try await scene.run(["refresh"]).status == 0)
    let ending = try await scene.run(["impression", "beta", "nope", "--json", "--sink", "pushwoosh"])
    #expect(ending.status == 3)
    #expect(ending.lines.count == 2)
    #expect(ending.lines.first?.hasPrefix(#"{"command":"impression","ok":false,"error":{"domain":"#) == true)
    #expect(ending.lines.last == #"{"command":"impression","ok":true,"result":"no-flag"}"#)
    #expect(ending.errors.hasPrefix("flagctl: impression of beta was not delivered: "))
    #expect(ending.errors.split(separator: "\n").count == 1)
    let text = try await scene.run(["impression", "beta", "--sink", "pushwoosh"])
    #expect(text.output == "")
    #expect(text.status == 3)
  }

  @Test("status: identity, flags, age, windows, and where things are kept")
  func status() async throws {
    let scene = try Scene()
    let none =
      #"{"command":"status","ok":true,"userId":"u-7","flags":0,"ageSeconds":null,"validForSeconds":0,"#
      + #""throttledForSeconds":0,"session":0,"applicationCode":"ABCDE-12345","deviceId":"\#(Scene.device)","#
      + #""store":"file:\#(scene.path)/store"}"#
    let arguments = ["--clock", "manual", "--user-id", "u-7"]
    #expect(try await scene.run(arguments + ["status", "--json"]).lines == [none])
    #expect(try await scene.run(arguments + ["refresh"]).status == 0)
    let text = try await scene.run(arguments + ["status"])
    #expect(
      text.output == """
        application:   ABCDE-12345
        user:          u-7
        flags:         2
        age:           0 s
        valid for:     86400 s
        throttled for: 300 s
        session:       0
        device:        \(Scene.device)
        store:         file:\(scene.path)/store

        """)
    let memory = try await scene.run(["status", "--json", "--store", "memory"])
    #expect(memory.output.contains(#""store":"memory""#))
  }

  @Test("R2: flags of one run are there in the next, for the same identity alone (S2)")
  func nextRun() async throws {
    let scene = try Scene()
    #expect(try await scene.run(["refresh", "--user-id", "u-7"]).status == 0)
    #expect(try await scene.run(["enabled", "new_checkout", "--user-id", "u-7"]).output == "true\n")
    #expect(try await scene.run(["list", "--user-id", "u-8"]).output == "no flags\n")
  }

  @Test("clear forgets this identity's flags, clear --all the device id and what was set aside too")
  func clear() async throws {
    let scene = try Scene()
    let own = ["FLAGCTL_DEVICE_ID": ""]
    #expect(try await scene.run(["refresh"], environment: own).status == 0)
    let device = try scene.read("store/device-id.json")
    #expect(try await scene.run(["clear"], environment: own).status == 0)
    #expect(try await scene.run(["list"], environment: own).output == "no flags\n")
    #expect(try scene.read("store/device-id.json") == device)
    try scene.write("damaged", "store/flags.json")
    #expect(try await scene.run(["list"], environment: own).status == 0)
    #expect(scene.exists("store/flags.aside.json"))
    #expect(try await scene.run(["clear", "--all"], environment: own).status == 0)
    #expect(!scene.exists("store/flags.aside.json"))
    #expect(!scene.exists("store/device-id.json"))
    #expect(!scene.exists("store/flags.json"))
  }

  @Test("--help and --version answer on stdout and need no configuration")
  func help() async throws {
    let scene = try Scene()
    let help = try await scene.run(["get", "--help"], environment: ["FLAGCTL_APP_CODE": ""])
    #expect(help.status == 0)
    #expect(help.errors == "")
    #expect(help.output.hasPrefix("usage: flagctl [OPTION…] COMMAND\n"))
    let version = try await scene.run(["--version"], environment: ["FLAGCTL_APP_CODE": ""])
    #expect(version.status == 0)
    #expect(version.output.wholeMatch(of: /flagctl \d+\.\d+\.\d+\n/) != nil)
  }

  @Test("Every option may be given by the environment, and JSON too")
  func environment() async throws {
    let scene = try Scene()
    let ending = try await scene.run(
      ["enabled", "nope"], environment: ["FLAGCTL_JSON": "yes", "FLAGCTL_CLOCK": "manual"])
    #expect(ending.output == #"{"command":"enabled","ok":true,"value":false}"# + "\n")
    #expect(try await scene.run(["enabled", "nope"], environment: ["FLAGCTL_JSON": "0"]).output == "false\n")
  }
}
