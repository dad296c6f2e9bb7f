import Composition
import FeatureFlags
import Testing

/// A value that cannot be used, and the line that must say so wherever it comes from.
struct BadValue: Sendable, CustomTestStringConvertible {
  var setting: Setting
  var value: String
  var mustBe: String

  var testDescription: String { "\(setting.option) '\(value)'" }

  init(_ setting: Setting, _ value: String, _ mustBe: String) {
    self.setting = setting
    self.value = value
    self.mustBe = mustBe
  }

  static let all: [BadValue] = [
    .init(.applicationCode, "AB.CD", "the Application Code must be letters, digits and '-', such as ABCDE-12345"),
    .init(.applicationCode, "a b", "the Application Code must be letters, digits and '-', such as ABCDE-12345"),
    .init(.deviceID, "a b", "must be 1…255 characters without white space, and not all zeros"),
    .init(.deviceID, "0000-0000", "must be 1…255 characters without white space, and not all zeros"),
    .init(.baseURL, "example.com/json/1.3/", "the base URL must start with https://"),
    .init(
      .baseURL, "http://example.com/json/1.3/",
      "the base URL must start with https:// (http:// is for loopback hosts, or must be allowed expressly)"),
    .init(.reverseProxy, "ftp://example.com/", "the reverse proxy URL must start with https://"),
    .init(
      .reverseProxy, "http://example.com/json/1.3/",
      "the reverse proxy URL must start with https:// (http:// is for loopback hosts, or must be allowed expressly)"),
    .init(.proxyHeader, "no colon", "must be 'Name: value'"),
    .init(.proxyHeader, ": value", "must be 'Name: value'"),
    .init(.proxyHeader, "Host: example.com", "the proxy header 'Host' cannot be set"),
    .init(
      .proxyHeader, "A: b\u{1}c", "the proxy header 'A' must not hold CR, LF, NUL or another control character"),
    .init(.store, "/some/where", "must be file:DIR or memory"),
    .init(.store, "file:", "must be file:DIR or memory"),
    .init(.transport, "wget", "must be curl or fixture:DIR"),
    .init(.transport, "fixture:", "must be curl or fixture:DIR"),
    .init(.sink, "stderr", "must be one of stdout, pushwoosh, none"),
    .init(.clock, "sundial", "must be one of system, manual"),
    .init(.timeout, "soon", "must be a number of seconds, more than 0 and at most 3600"),
    .init(.timeout, "0", "must be a number of seconds, more than 0 and at most 3600"),
    .init(.timeout, "-1", "must be a number of seconds, more than 0 and at most 3600"),
    .init(.timeout, "nan", "must be a number of seconds, more than 0 and at most 3600"),
    .init(.timeout, "3600.5", "must be a number of seconds, more than 0 and at most 3600"),
    .init(.appExtension, "maybe", "must be true or false"),
    .init(.disableThrottle, "2", "must be true or false"),
    .init(.allowInsecureHTTP, "on", "must be true or false"),
  ]

  static let inPropertyList = all.filter { $0.setting.propertyListKey != nil }
}

@Suite("C2: a bad value is named with its source and what it should be")
struct BadValueTests {
  @Test("C2: as an option", arguments: BadValue.all)
  func option(_ bad: BadValue) {
    #expect(problem([bad.setting: [bad.value]]) == "--\(bad.setting.option): \(bad.mustBe)")
    #expect(settingError([bad.setting: [bad.value]])?.source == .option(bad.setting.option))
  }

  @Test("C2: as a variable", arguments: BadValue.all)
  func variable(_ bad: BadValue) {
    let code = bad.setting == .applicationCode ? nil : "ABCDE-12345"
    #expect(
      problem(environment: [bad.setting.environment: bad.value], code: code)
        == "\(bad.setting.environment): \(bad.mustBe)")
  }

  @Test("C2: in a property list", arguments: BadValue.inPropertyList)
  func propertyList(_ bad: BadValue) throws {
    let folder = try TemporaryFolder()
    let key = try #require(bad.setting.propertyListKey)
    let file = try folder.propertyList([key: bad.value])
    let code = bad.setting == .applicationCode ? nil : "ABCDE-12345"
    #expect(problem([.infoPlist: [file]], code: code) == "\(key) in \(file): \(bad.mustBe)")
  }

  @Test(
    "C2: an empty option is no way to leave it out",
    arguments: [
      (Setting.applicationCode, "--app-code: the Application Code must not be empty"),
      (.deviceID, "--device-id: must be 1…255 characters without white space, and not all zeros"),
      (.baseURL, "--base-url: the base URL must not be empty"),
      (.reverseProxy, "--reverse-proxy: the reverse proxy URL must not be empty"),
      (.infoPlist, "--info-plist: must be a file"), (.apiTokenFile, "--api-token-file: must be a file"),
      (.certificateAuthorityFile, "--ca-file: must be a file"),
      (
        .pinnedPublicKey,
        "--pinned-public-key: must be the SHA-256 of a public key: 44 characters of base64, as in sha256//…="
      ), (.store, "--store: must be file:DIR or memory"),
    ])
  func emptyOption(_ setting: Setting, _ line: String) {
    #expect(problem([setting: [""]]) == line)
  }

  @Test("C2: without an Application Code the line names every way to give one")
  func noCode() {
    let error = settingError(code: nil)
    #expect(error?.source == nil)
    #expect(error?.setting == nil)
    for way in ["--app-code", "FLAGCTL_APP_CODE", "Pushwoosh_APPID", "--info-plist"] {
      #expect(error?.description.contains(way) == true)
    }
  }

  @Test("C2: without HOME there is no place for a store, unless one is given")
  func noHome() {
    #expect(
      problem(environment: ["HOME": ""]) == "--store: needs HOME or XDG_STATE_HOME to be set, or file:DIR or memory")
    #expect(problem([.store: ["memory"]], environment: ["HOME": ""]) == nil)
  }

  @Test(
    "http to a host that is not loopback is refused unless it is allowed",
    arguments: [
      Setting.baseURL, .reverseProxy,
    ])
  func insecureHTTP(_ setting: Setting) {
    let remote = [setting: ["http://example.com/json/1.3/"]]
    #expect(problem(remote) != nil)
    #expect(problem(remote.merging([.allowInsecureHTTP: ["true"]]) { $1 }) == nil)
    #expect(problem(remote, environment: ["FLAGCTL_ALLOW_INSECURE_HTTP": "true"]) == nil)
    for host in ["127.0.0.1:8080", "localhost", "[::1]:80"] {
      #expect(problem([setting: ["http://\(host)/json/1.3/"]]) == nil)
    }
  }

  @Test("C2: a certificate file that cannot be read is named at the start")
  func certificates() throws {
    let folder = try TemporaryFolder()
    let missing = "\(folder.path)/none.pem"
    #expect(
      problem([.certificateAuthorityFile: [missing]]) == "\(missing): cannot be read: No such file or directory")
    #expect(problem([.certificateAuthorityFile: [try folder.file("ca.pem", "")]]) == nil)
  }

  @Test("An error without setting or source is the problem alone")
  func bareError() throws {
    let error = SettingError(nil, from: nil, "must be so")
    #expect(error.description == "must be so")
    #expect(error.naming(try SettingValues(options: [:], environment: [:])) == error)
  }
}
