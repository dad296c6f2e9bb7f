import Testing

@testable import flagctl

/// Something that is wrong, how the program must end, and the one line that it must say.
struct WrongInput: Sendable, CustomTestStringConvertible {
  var arguments: [String]
  var environment: [String: String]
  var status: Int32
  var line: String

  var testDescription: String { (environment.map { "\($0.key)=\($0.value)" } + arguments).joined(separator: " ") }

  init(_ arguments: String..., environment: [String: String] = [:], status: Int32 = 2, line: String) {
    self.arguments = arguments
    self.environment = environment
    self.status = status
    self.line = line
  }

  private static let types = "string, number, bool, integer, object, array"

  static let all: [WrongInput] = [
    .init(line: "a command is missing: \(Help.commandNames); see --help"),
    .init("lits", line: "unknown command 'lits': must be one of \(Help.commandNames); see --help"),
    .init("doctor", line: "unknown command 'doctor': must be one of \(Help.commandNames); see --help"),
    .init("get", line: "get: KEY is missing: get KEY"),
    .init("enabled", line: "enabled: KEY is missing: enabled KEY"),
    .init("property", "a", "--type", "string", line: "property: NAME is missing: property KEY NAME"),
    .init("property", "a", "b", line: "property: --type is missing: one of \(types)"),
    .init("property", "a", "b", "--type", "text", line: "--type: must be one of \(types)"),
    .init("property", "a", "b", "--type", "bool", "--default", "yes", line: "--default: must be of type bool"),
    .init("property", "a", "b", "--type", "number", "--default", "1e999", line: "--default: must be of type number"),
    .init("property", "a", "b", "--type", "integer", "--default", "1.5", line: "--default: must be of type integer"),
    .init("property", "a", "b", "--type", "array", "--default", "{}", line: "--default: must be of type array"),
    .init("property", "a", "b", "--type", "object", "--default", "{", line: "--default: must be of type object"),
    .init("impression", line: "impression: KEY is missing: impression KEY…"),
    .init("get", "a", "b", line: "get: unexpected 'b'"),
    .init("list", "all", line: "list: unexpected 'all'"),
    .init("status", "a", line: "status: unexpected 'a'"),
    .init("watch", "a", line: "watch: unexpected 'a'"),
    .init("watch", "--every", "0s", line: "--every: must be a time from 1s to 24h, such as 10s or 5m"),
    .init("watch", "--every", "25h", line: "--every: must be a time from 1s to 24h, such as 10s or 5m"),
    .init("watch", "--every", "5", line: "--every: must be a time from 1s to 24h, such as 10s or 5m"),
    .init("list", "--every", "5s", line: "list: takes no option --every"),
    .init("shell", "script", line: "shell: unexpected 'script'"),
    .init("refresh", "now", line: "refresh: unexpected 'now'"),
    .init("clear", "a", line: "clear: unexpected 'a'"),
    .init("list", "--nonsense", line: "unknown option --nonsense; see --help"),
    .init("list", "-x", line: "unknown option -x; see --help"),
    .init("list", "--json=yes", line: "option --json takes no value"),
    .init("list", "--user-id", line: "option --user-id needs a value: ID"),
    .init(
      "list", "--app=1",
      line: "option --app is ambiguous: --app-code, --app-version, --app-extension"),
    .init("get", "a", "--default", "true", line: "get: takes no option --default"),
    .init("list", "--strict", line: "list: takes no option --strict"),
    .init("impression", "a", "--all", line: "impression: takes no option --all"),
    .init("enabled", "a", "--type", "bool", line: "enabled: takes no option --type"),
    .init("enabled", "a", "--default", "maybe", line: "--default: must be true or false"),
    .init("list", "--color", "sometimes", line: "--color: must be auto, always or never"),
    .init(
      "list", environment: ["FLAGCTL_COLOR": "sometimes"], line: "FLAGCTL_COLOR: must be auto, always or never"),
    .init("list", environment: ["FLAGCTL_JSON": "maybe"], line: "FLAGCTL_JSON: must be true or false"),
    .init("list", environment: ["FLAGCTL_VERBOSE": "maybe"], line: "FLAGCTL_VERBOSE: must be true or false"),
    .init("list", "--base-url", "example.com", line: "--base-url: the base URL must start with https://"),
    .init(
      "list", environment: ["FLAGCTL_BASE_URL": "example.com"],
      line: "FLAGCTL_BASE_URL: the base URL must start with https://"),
    .init(
      "list", "--reverse-proxy", "https://a b/",
      line: "--reverse-proxy: the reverse proxy URL must not hold white space"),
    .init("list", "--timeout", "never", line: "--timeout: must be a number of seconds, more than 0 and at most 3600"),
    .init(
      "list", "--device-id", "000", line: "--device-id: must be 1…255 characters without white space, and not all zeros"
    ),
    .init(
      "list", environment: ["FLAGCTL_DISABLE_THROTTLE": "x"], line: "FLAGCTL_DISABLE_THROTTLE: must be true or false"),
    .init(
      "list", environment: ["FLAGCTL_APP_CODE": ""], status: 4,
      line: "the Application Code is missing: give --app-code CODE, FLAGCTL_APP_CODE or the key Pushwoosh_APPID of "
        + "--info-plist"),
    .init(
      "list", environment: ["FLAGCTL_STORE": ""], status: 4,
      line: "--store: needs HOME or XDG_STATE_HOME to be set, or file:DIR or memory"),
    .init(
      "list", "--api-token-file", "/nonexistent/token", status: 4,
      line: "/nonexistent/token: cannot be read: No such file or directory"),
    .init(
      "list", "--info-plist", "/nonexistent/Info.plist", status: 4,
      line: "/nonexistent/Info.plist: cannot be read: No such file or directory"),
    .init(
      "list", environment: ["FLAGCTL_CA_FILE": "/nonexistent/ca.pem"], status: 4,
      line: "/nonexistent/ca.pem: cannot be read: No such file or directory"),
  ]
}

@Suite("Wrong input: one line that names the culprit, and an exit code that tells its kind")
struct WrongInputTests {
  @Test("C2: on the command line and in the environment", arguments: WrongInput.all)
  func usage(_ wrong: WrongInput) async throws {
    let scene = try Scene()
    let ending = try await scene.run(wrong.arguments, environment: wrong.environment)
    #expect(ending == Program.Ending(status: wrong.status, output: "", errors: "flagctl: \(wrong.line)\n"))
  }

  @Test(
    "C2: in a property list",
    arguments: [
      ("nonsense", "INFO: must be a property list with a dictionary at its top"),
      (
        "<plist version=\"1.0\"><dict><key>Pushwoosh_BASEURL</key><string>example.com</string></dict></plist>",
        "Pushwoosh_BASEURL in INFO: the base URL must start with https://"
      ),
      (
        "<plist version=\"1.0\"><dict><key>Pushwoosh_FEATURE_FLAGS_DISABLE_THROTTLE</key><integer>1</integer></dict></plist>",
        "Pushwoosh_FEATURE_FLAGS_DISABLE_THROTTLE in INFO: must be true or false"
      ),
    ])
  func propertyList(_ text: String, _ line: String) async throws {
    let scene = try Scene()
    try scene.write(text, "Info.plist")
    let file = "\(scene.path)/Info.plist"
    let ending = try await scene.run(["list", "--info-plist", file])
    #expect(ending.status == 4)
    #expect(ending.output == "")
    #expect(ending.errors == "flagctl: \(line)\n".replacing("INFO", with: file))
  }

  @Test(
    "S5: a store that cannot be read is exit 5, and no answer",
    arguments: [
      "get a", "list", "status", "refresh", "impression a", "clear", "clear --all", "watch", "shell",
    ])
  func unreadableStore(_ command: String) async throws {
    let scene = try Scene()
    try scene.write("", "file")
    let words = command.split(separator: " ").map(String.init)
    let ending = try await scene.run(words + ["--store", "file:\(scene.path)/file/store"])
    #expect(ending.status == 5)
    #expect(ending.output == "")
    #expect(ending.errors.contains("\(scene.path)/file/store"))
    #expect(ending.errors.split(separator: "\n").count == 1)
  }

  @Test("S6: a store that cannot be written after a refresh is exit 5, and the answer stands")
  func unwritableStore() async throws {
    let scene = try Scene()
    try scene.link("dangling", to: "/nonexistent/folder")
    let store = ["--store", "file:\(scene.path)/dangling"]
    let ending = try await scene.run(["refresh"] + store)
    #expect(ending.status == 5)
    #expect(ending.output == "updated: beta, new_checkout\n")
    #expect(ending.errors.hasPrefix("flagctl: cannot write \(scene.path)/dangling/flags.json: "))
    #expect(ending.errors.split(separator: "\n").count == 1)
    let list = try await scene.run(["list"] + store)
    #expect(list == Program.Ending(status: 0, output: "no flags\n", errors: ""))
    let named = try await scene.run(["list"] + store, environment: ["FLAGCTL_DEVICE_ID": ""])
    #expect(named.status == 5)
    #expect(named.errors.contains("device-id"))
  }

  @Test("S5: a record that is no record is a warning, set aside, and as good as none")
  func corruptRecord() async throws {
    let scene = try Scene()
    try scene.write("{", "store/flags.json")
    let ending = try await scene.run(["list"])
    #expect(ending.status == 0)
    #expect(ending.output == "no flags\n")
    #expect(ending.errors.hasPrefix("flagctl: warning: the stored 'flags' "))
    #expect(try await scene.run(["list"]).errors == "")
  }

  @Test("C3: a blank User ID is ignored with a warning")
  func blankUser() async throws {
    let scene = try Scene()
    let ending = try await scene.run(["list", "--user-id", "  "])
    #expect(
      ending
        == Program.Ending(status: 0, output: "no flags\n", errors: "flagctl: warning: a blank User ID was ignored\n"))
  }

  @Test(
    "T9, T10, T11: what is configured not to be asked for fails with code 0",
    arguments: [
      ["--app-extension"], ["--reverse-proxy", "https://p.example.com/"], ["--base-url", "https://b.example.com/"],
    ])
  func neverAsked(_ options: [String]) async throws {
    let scene = try Scene()
    let ending = try await scene.run(["refresh"] + options)
    #expect(ending.status == 3)
    #expect(ending.errors.hasPrefix("flagctl: refresh failed: PWFeatureFlagsErrorDomain 0: "))
    #expect(try await scene.run(["list"] + options).output == "no flags\n")
  }

  @Test("A folder of answers that is not there is named by the refresh")
  func noAnswers() async throws {
    let scene = try Scene()
    let ending = try await scene.run(["refresh", "--transport", "fixture:/nonexistent"])
    #expect(ending.status == 3)
    #expect(ending.errors.contains("/nonexistent cannot be read: No such file or directory"))
  }
}
