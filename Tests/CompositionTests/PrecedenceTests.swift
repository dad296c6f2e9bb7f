import Composition
import CurlTransport
import FeatureFlags
import Testing

/// One setting, three values that it can have, and how to see which one it got.
struct PrecedenceCase: Sendable, CustomTestStringConvertible {
  var setting: Setting
  /// For option, environment and property list.
  var values: [String]
  var seen: @Sendable (Configuration) -> String

  var testDescription: String { setting.option }

  init(_ setting: Setting, _ values: [String], _ seen: @escaping @Sendable (Configuration) -> String) {
    self.setting = setting
    self.values = values
    self.seen = seen
  }

  static let all: [PrecedenceCase] = [
    .init(.applicationCode, ["AAAAA-1", "BBBBB-2", "CCCCC-3"]) { $0.applicationCode },
    .init(.userID, ["a", "b"]) { $0.userID ?? "nil" },
    .init(.deviceID, ["a", "b"]) { $0.deviceID ?? "nil" },
    .init(.baseURL, ["https://a/json/1.3/", "https://b/json/1.3/", "https://c/json/1.3/"]) { $0.baseURL ?? "nil" },
    .init(.reverseProxy, ["https://a/json/1.3/", "https://b/json/1.3/"]) { $0.reverseProxy ?? "nil" },
    .init(.proxyHeader, ["A: a", "A: b"]) { "A: \($0.proxyHeaders.first?.value ?? "")" },
    .init(.store, ["file:/a", "memory"]) { $0.store == .memory ? "memory" : "file:/a" },
    .init(.transport, ["fixture:/a", "fixture:/b"]) {
      if case .fixture(let directory) = $0.transport { "fixture:\(directory)" } else { "curl" }
    },
    .init(.certificateAuthorityFile, ["/dev/null", "/dev/zero"]) { $0.certificateAuthorityFile ?? "nil" },
    .init(.pinnedPublicKey, [String(repeating: "A", count: 43) + "=", String(repeating: "B", count: 42) + "A="]) {
      $0.pinnedPublicKeys.map(\.base64).joined()
    },
    .init(.sink, ["none", "pushwoosh"]) { $0.sinks.map(\.rawValue).joined() },
    .init(.eventQueue, ["/a", "/b"]) { $0.eventQueue ?? "nil" },
    .init(.clock, ["manual", "system"]) { $0.clock.rawValue },
    .init(.timeout, ["7", "8"]) { "\(Int($0.timeout / .seconds(1)))" },
    .init(.appVersion, ["1", "2", "3"]) { $0.app.version },
    .init(.language, ["de", "fr"]) { $0.app.language },
    .init(.appExtension, ["true", "false"]) { "\($0.isAppExtension)" },
    .init(.disableThrottle, ["false", "true", "false"]) { "\($0.isThrottlingDisabled)" },
    .init(.allowInsecureHTTP, ["true", "false"]) { "\($0.allowsInsecureHTTP)" },
  ]
}

@Suite("C1: option, environment, property list, default")
struct PrecedenceTests {
  @Test("C1: an option goes before the environment, that before the property list", arguments: PrecedenceCase.all)
  func precedence(_ trial: PrecedenceCase) throws {
    let folder = try TemporaryFolder()
    var environment: [String: String] = [:]
    if trial.values.count > 2 {
      let key = try #require(trial.setting.propertyListKey)
      environment["FLAGCTL_INFO_PLIST"] = try folder.propertyList([key: trial.values[2]])
      #expect(try trial.seen(configure(environment: environment, code: code(trial))) == trial.values[2])
    } else {
      #expect(trial.setting.propertyListKey == nil)
    }
    environment[trial.setting.environment] = trial.values[1]
    #expect(try trial.seen(configure(environment: environment, code: code(trial))) == trial.values[1])
    let options = [trial.setting: [trial.values[0]]]
    #expect(try trial.seen(configure(options, environment: environment, code: code(trial))) == trial.values[0])
  }

  private func code(_ trial: PrecedenceCase) -> String? {
    trial.setting == .applicationCode ? nil : "ABCDE-12345"
  }

  @Test("Every setting has a trial of its precedence, or a test of its own")
  func completeness() {
    let tried = Set(PrecedenceCase.all.map(\.setting))
    #expect(Set(Setting.allCases).subtracting(tried) == [.apiTokenFile, .infoPlist])
  }

  @Test("C1: the option --info-plist goes before its variable")
  func propertyListPrecedence() throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    let configuration = try configure(
      [.infoPlist: [try one.propertyList(["Pushwoosh_APPID": "AAAAA-1"])]],
      environment: ["FLAGCTL_INFO_PLIST": try other.propertyList(["Pushwoosh_APPID": "BBBBB-2"])], code: nil)
    #expect(configuration.applicationCode == "AAAAA-1")
  }

  @Test("C1: the defaults")
  func defaults() throws {
    let configuration = try configure()
    #expect(configuration.userID == nil)
    #expect(configuration.deviceID == nil)
    #expect(configuration.baseURL == nil)
    #expect(configuration.reverseProxy == nil)
    #expect(configuration.proxyHeaders.isEmpty)
    #expect(configuration.apiToken == nil)
    #expect(configuration.store == .file(directory: "/home/someone/.local/state/swift-feature-flags"))
    #expect(configuration.transport == .curl)
    #expect(configuration.certificateAuthorityFile == nil)
    #expect(configuration.sinks == [.stdout])
    #expect(configuration.clock == .system)
    #expect(configuration.timeout == .seconds(30))
    #expect(configuration.app.version == "")
    #expect(configuration.app.language == "")
    #expect(!configuration.isAppExtension)
    #expect(!configuration.isThrottlingDisabled)
    #expect(!configuration.allowsInsecureHTTP)
    #expect(!configuration.isCommunicationStoppedInitially)
  }

  @Test("The store goes where XDG_STATE_HOME says")
  func stateDirectory() throws {
    #expect(
      try configure(environment: ["XDG_STATE_HOME": "/state"]).store
        == .file(directory: "/state/swift-feature-flags"))
  }

  @Test("An empty variable counts as none", arguments: Setting.allCases)
  func emptyVariable(_ setting: Setting) throws {
    let values = try SettingValues(options: [:], environment: [setting.environment: ""])
    #expect(try values.last(setting) == nil)
  }

  @Test("Of an option that is given twice the last counts")
  func lastOption() throws {
    #expect(try configure([.userID: ["a", "b"]]).userID == "b")
    #expect(try configure([.clock: ["manual", "system"]]).clock == .system)
  }

  @Test("A repeated option, or a variable with commas or lines, gives several values")
  func lists() throws {
    #expect(try configure([.sink: ["stdout", "pushwoosh"]]).sinks == [.stdout, .pushwoosh])
    #expect(try configure(environment: ["FLAGCTL_SINK": "stdout, pushwoosh,"]).sinks == [.stdout, .pushwoosh])
    #expect(try configure([.sink: ["stdout", "stdout", "none"]]).sinks == [.stdout, .none])
    #expect(try configure([.proxyHeader: ["A: 1", "B:2"]]).proxyHeaders == [.init("A", "1"), .init("B", "2")])
    #expect(
      try configure(environment: ["FLAGCTL_PROXY_HEADER": "A: 1\r\nB:  2\nC: d:e\n"]).proxyHeaders
        == [.init("A", "1"), .init("B", "2"), .init("C", "d:e")])
  }

  @Test(
    "Switches are true or false in every usual way",
    arguments: [
      ("true", true), ("TRUE", true), ("yes", true), ("1", true), ("false", false), ("No", false), ("0", false),
    ])
  func switches(_ text: String, _ isOn: Bool) throws {
    #expect(try configure(environment: ["FLAGCTL_APP_EXTENSION": text]).isAppExtension == isOn)
  }

  @Test("A time-out may have a fraction, and is never cut to none")
  func timeouts() throws {
    #expect(try configure([.timeout: ["0.25"]]).timeout == .milliseconds(250))
    #expect(try configure([.timeout: ["0.0000001"]]).timeout == .milliseconds(1))
    #expect(try configure([.timeout: ["3600"]]).timeout == .seconds(3600))
  }

  @Test("Names in help and environment", arguments: Setting.allCases)
  func names(_ setting: Setting) {
    #expect(!setting.help.isEmpty)
    #expect(setting.isSwitch == (setting.argument == nil))
    #expect(setting.environment.hasPrefix("FLAGCTL_"))
    #expect(!setting.environment.contains("-"))
  }
}
