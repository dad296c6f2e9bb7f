import Composition
import CurlTransport
import FeatureFlags
import FeatureFlagsTesting
import FixtureTransport
import InMemoryStore
import JSONFileStore
import Locking
import PushwooshEventSink
import PushwooshWire
import StdoutEventSink
import SystemClock
import TeeEventSink
import Testing

@Suite("From a configuration to parts, and from those to a client")
struct AssemblyTests {
  @Test("Stores, transports and clocks are the ones asked for")
  func choices() throws {
    let usual = try Assembly(configure([.store: ["file:/nowhere"]]))
    #expect(usual.adapters.store is JSONFileStore)
    #expect(usual.adapters.transport is CurlTransport)
    #expect(usual.adapters.clock is SystemClock)
    #expect(usual.manualClock == nil)
    let other = try Assembly(configure([.store: ["memory"], .transport: ["fixture:/x"], .clock: ["manual"]]))
    #expect(other.adapters.store is InMemoryStore)
    #expect(other.adapters.transport is FixtureTransport)
    #expect(other.adapters.clock is ManualClock)
    #expect(other.adapters.clock.now().wall == WallTime(seconds: 1_767_225_600))
    other.manualClock?.advance(by: .seconds(60))
    #expect(other.adapters.clock.now().wall == WallTime(seconds: 1_767_225_660))
  }

  @Test(
    "One sink is itself; several, or none, are a tee",
    arguments: [
      ([Configuration.SinkChoice.stdout], 1), ([.pushwoosh], 2), ([.stdout, .pushwoosh], 3), ([.none], 3),
      ([.none, .stdout], 1),
    ])
  func sinks(_ choices: [Configuration.SinkChoice], _ kind: Int) throws {
    var configuration = Configuration(applicationCode: "ABCDE-12345")
    configuration.sinks = choices
    let sink = try Assembly(configuration).adapters.eventSink
    #expect(sink is StdoutEventSink == (kind == 1))
    #expect(sink is PushwooshEventSink == (kind == 2))
    #expect(sink is TeeEventSink == (kind == 3))
  }

  @Test("I1: with several sinks an impression goes to all of them; with none it goes nowhere, and counts as sent")
  func deliveries() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("evaluate.json", #"{"flags":[{"key":"a","enabled":true}]}"#)
    _ = try folder.file("postEvent.fail", "connection down")
    let options: [Setting: [String]] = [
      .store: ["memory"], .transport: ["fixture:\(folder.path)"], .deviceID: ["D-1"], .clock: ["manual"],
    ]
    let lines = Locked<[String]>([])
    let both = try Assembly(
      configure(options.merging([.sink: ["stdout", "pushwoosh"]]) { $1 }),
      output: { line throws(EventSinkError) in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } })
    let client = try both.makeClient()
    try await client.refresh()
    let error = await #expect(throws: EventSinkError.self) { try await client.deliverImpression("a") }
    #expect(try #require(error).message.contains("down"))
    #expect(
      lines.withLock { $0 } == [
        #"{"event":"PW_FeatureFlagImpression","attributes":{"flag_key":"a","rule_id":"","enabled":true},"userId":"D-1","#
          + #""time":1767225600}"# + "\n"
      ])
    let none = try Assembly(configure(options.merging([.sink: ["none"]]) { $1 })).makeClient()
    try await none.refresh()
    #expect(try await none.deliverImpression("a") == .sent)
  }

  @Test("The time-out, the proxy's URL and its headers, and the token are those of requests")
  func requests() throws {
    let assembly = try Assembly(
      configure(
        [
          .timeout: ["1.5"], .reverseProxy: ["https://p.example.com/x/json/1.3/"],
          .proxyHeader: ["X-Key: k", "X-B: b"],
          .baseURL: ["https://b.example.com/json/1.3/"],
        ], environment: ["FLAGCTL_API_TOKEN": " tok "]))
    let request = try assembly.adapters.wireFormat.evaluationRequest(
      for: EvaluationContext(
        identity: Identity(applicationCode: "ABCDE-12345", userID: "u"), deviceID: "d", app: AppAttributes(),
        isPushRegistered: false), entityTag: nil)
    #expect(request.timeout == .milliseconds(1500))
    #expect(request.url == "https://p.example.com/x/api/v1/feature-flags/evaluate")
    #expect(request.headers.value(of: "X-Key") == "k")
    #expect(request.headers.value(of: "X-B") == "b")
    #expect(request.headers.value(of: "Authorization") == "Token tok")
    #expect(assembly.service.baseURL.text == "https://b.example.com/json/1.3/")
    #expect(assembly.configuration.timeout == .milliseconds(1500))
  }

  @Test(
    "T10: a proxy or a base without json/1.3/ makes a client whose refreshes fail with code 0",
    arguments: [
      Setting.reverseProxy, .baseURL,
    ])
  func wrongSuffix(_ setting: Setting) async throws {
    let client = try Assembly(
      configure([setting: ["https://p.example.com/"], .store: ["memory"], .transport: ["fixture:/none"]])
    ).makeClient()
    let error = await #expect(throws: FeatureFlagsError.self) { try await client.refresh() }
    #expect(error?.code == 0)
    #expect(error?.reason == .endpoint)
  }

  @Test("C1: ids, switches and what the app says of itself reach the client")
  func clients() async throws {
    let base: [Setting: [String]] = [
      .store: ["memory"], .transport: ["fixture:/none"], .deviceID: ["D-1"], .userID: [" u-7 "],
    ]
    let client = try Assembly(configure(base)).makeClient()
    #expect(client.deviceID == "D-1")
    #expect(client.userID == "u-7")
    #expect(try Assembly(configure(base)).makeClient(userID: "u-8").userID == "u-8")
    #expect(try Assembly(configure([.store: ["memory"], .deviceID: ["D-1"]])).makeClient().userID == "D-1")
    let app = try Assembly(configure(base.merging([.appExtension: ["true"]]) { $1 })).makeClient()
    let error = await #expect(throws: FeatureFlagsError.self) { try await app.refresh() }
    #expect(error?.reason == .appExtension)
  }

  @Test("T2, T3: with the switch on two refreshes at one moment are two requests")
  func throttle() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("evaluate.json", #"{"flags":[]}"#)
    let options: [Setting: [String]] = [
      .store: ["memory"], .transport: ["fixture:\(folder.path)"], .clock: ["manual"],
    ]
    let client = try Assembly(configure(options)).makeClient()
    try await client.refresh()
    #expect(try await client.refresh().kind == .throttled)
    let free = try Assembly(configure(options.merging([.disableThrottle: ["true"]]) { $1 })).makeClient()
    try await free.refresh()
    #expect(try await free.refresh().kind == .unchanged)
  }

  @Test("C5: diagnostics reach the handler")
  func diagnostics() async throws {
    let seen = Locked<[Diagnostic.Code]>([])
    let assembly = try Assembly(
      configure([.store: ["memory"], .userID: ["  "], .transport: ["fixture:/none"]]),
      diagnostics: { diagnostic in seen.withLock { $0.append(diagnostic.code) } })
    let client = try assembly.makeClient()
    await client.settle()
    #expect(seen.withLock { $0 }.contains(.userIDIgnored))
  }

  @Test(
    "An Assembly made in code names the setting of a bad value too",
    arguments: [
      ("AB.CD", nil as String?, "--app-code: "), ("ABCDE-12345", "a b", "--api-token-file: "),
    ])
  func inCode(_ code: String, _ token: String?, _ start: String) {
    var configuration = Configuration(applicationCode: code)
    configuration.apiToken = token
    let error = #expect(throws: SettingError.self) { try Assembly(configuration) }
    #expect(error?.description.hasPrefix(start) == true)
  }

  @Test("The version is a version")
  func versions() {
    #expect(version.split(separator: ".").count == 3)
  }
}
