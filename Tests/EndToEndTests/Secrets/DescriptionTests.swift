import Composition
import CurlTransport
import FeatureFlags
import FeatureFlagsTesting
import PushwooshEventSink
import PushwooshWire
import StrictJSON
import TeeEventSink
import Testing

/// A value that was made of secrets, or holds them, and its name.
private struct Exhibit: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var value: any Sendable

  init(_ name: String, _ value: any Sendable) {
    testDescription = name
    self.value = value
  }
}

/// Every way in which a value becomes text by itself, in a log, a crash report or a debugger.
@Suite("E2: no description, debug description, mirror or dump of a public type tells a secret")
struct DescriptionTests {
  private static let token = "tok-5ecret-1"
  private static let user = "user-5ecret-2"
  private static let device = "DEV-5ECRET-3"
  private static let header = "hdr-5ecret-4"
  private static let body = "body-5ecret-5"

  private static func exhibits() async throws -> [Exhibit] {
    let identity = Identity(applicationCode: "ABCDE-12345", userID: user)
    let context = EvaluationContext(identity: identity, deviceID: device, app: AppAttributes(), isPushRegistered: true)
    let event = Ports.Event(
      name: "e", attributes: ["a": .string(body)], identity: identity, deviceID: device, time: WallTime(seconds: 0))
    let headers = [HTTPHeader("Authorization", "Token \(token)"), HTTPHeader("X-Key", header)]
    let request = HTTPRequest(
      url: "https://a.example/?key=\(token)", headers: headers, body: Array("\(user) \(device) \(body)".utf8))
    let response = HTTPResponse(status: 200, headers: headers, body: Array(body.utf8))
    let proxy = try ReverseProxy(url: "https://p.example/\(token)/json/1.3/", headers: [HTTPHeader("X-Key", header)])
    let serviceConfiguration = PushwooshService.Configuration(
      applicationCode: "ABCDE-12345", reverseProxy: proxy, apiToken: token)
    let service = try PushwooshService(serviceConfiguration)
    var configuration = Configuration(applicationCode: "ABCDE-12345")
    configuration.userID = user
    configuration.deviceID = device
    configuration.apiToken = token
    configuration.reverseProxy = "https://p.example/\(token)/json/1.3/"
    configuration.proxyHeaders = [HTTPHeader("X-Key", header)]
    configuration.sinks = [.pushwoosh, .stdout]
    let assembly = try Assembly(configuration)
    let client = try assembly.makeClient()
    let transport = CurlTransport(.init(proxy: .url("http://someone:\(token)@proxy.example:3128")))
    let scripted = ScriptedTransport()
    scripted.answer(response)
    _ = try await scripted.send(request)
    let sink = RecordingEventSink()
    try await sink.deliver(event)
    let values = try SettingValues(
      options: [.userID: [user], .proxyHeader: ["X-Key: \(header)"]], environment: ["FLAGCTL_API_TOKEN": token])
    let server = try TransportTestServer(answering: response)
    let failed = await #expect(throws: TransportError.self) {
      _ = try await transport.send(HTTPRequest(url: "http://127.0.0.1/\r\n\(token)", headers: headers))
    }
    return [
      Exhibit("Identity", identity), Exhibit("EvaluationContext", context), Exhibit("Ports.Event", event),
      Exhibit("HTTPHeader", headers), Exhibit("HTTPRequest", request), Exhibit("HTTPResponse", response),
      Exhibit("ReverseProxy", proxy), Exhibit("PushwooshService.Configuration", serviceConfiguration),
      Exhibit("PushwooshService", service), Exhibit("PushwooshWireFormat", PushwooshWireFormat(service: service)),
      Exhibit("Composition.Configuration", configuration), Exhibit("Assembly", assembly),
      Exhibit("Adapters", assembly.adapters), Exhibit("FeatureFlagsClient", client),
      Exhibit("FeatureFlagsClient.Status", client.status),
      Exhibit(
        "FeatureFlagsClient.Configuration",
        FeatureFlagsClient.Configuration(applicationCode: "ABCDE-12345", userID: user, deviceID: device)),
      Exhibit("CurlTransport", transport),
      Exhibit("CurlTransport.Configuration", CurlTransport.Configuration(proxy: .url("http://a:\(token)@p.example"))),
      Exhibit("CurlTransport.Proxy", CurlTransport.Proxy.url("http://a:\(token)@p.example")),
      Exhibit("ScriptedTransport", scripted), Exhibit("RecordingEventSink", sink),
      Exhibit("TransportTestServer", server),
      Exhibit(
        "PushwooshEventSink", PushwooshEventSink(service: service, transport: scripted, configuration: .init())),
      Exhibit("TeeEventSink", TeeEventSink([sink])), Exhibit("SettingValues", values),
      Exhibit("SettingValues.Given", try #require(try values.last(.apiTokenFile))),
      Exhibit("TransportError", try #require(failed)),
    ]
  }

  @Test("E2, C5: print, debug print, string interpolation and dump, of the value alone and inside others")
  func descriptions() async throws {
    for exhibit in try await Self.exhibits() {
      var texts = ["\(exhibit.value)", String(reflecting: exhibit.value), String(describing: [exhibit.value])]
      var dumped = ""
      dump(exhibit.value, to: &dumped)
      dump(["outer": (exhibit.value, 1)], to: &texts[0])
      texts.append(dumped)
      for text in texts {
        #expect(
          !text.lowercased().contains("5ecret") && !text.contains("someone"), "\(exhibit.testDescription): \(text)")
        #expect(text.utf8.count > 3, "\(exhibit.testDescription) says nothing at all")
      }
    }
  }

  @Test("E2: errors about bad settings name the setting and repeat nothing of its value")
  func errors() throws {
    var configuration = Configuration(applicationCode: "ABCDE-12345")
    for change: (inout Configuration) -> Void in [
      { $0.apiToken = "\(Self.token)\n" + Self.token }, { $0.baseURL = "http://\(Self.token).example/" },
      { $0.reverseProxy = "https://a:\(Self.token)@b/" }, { $0.deviceID = "\(Self.device) \(Self.device)" },
      { $0.proxyHeaders = [HTTPHeader("X-Key", "\(Self.header)\r\n")] },
      { $0.proxyHeaders = [HTTPHeader("Host", Self.header)] }, { $0.applicationCode = "\(Self.token).example" },
    ] {
      var bad = configuration
      change(&bad)
      let error = #expect(throws: SettingError.self) { _ = try Assembly(bad).makeClient() }
      var text = "\(error as Any)"
      dump(error, to: &text)
      #expect(!text.lowercased().contains("5ecret"), "\(text)")
    }
    configuration.userID = Self.user
    #expect(throws: Never.self) { _ = try Assembly(configuration).makeClient() }
  }
}
