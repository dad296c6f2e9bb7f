import FeatureFlags
import PushwooshWire
import StrictJSON
import Testing

@Suite("The envelope and base_url")
struct EnvelopeTests {
  private func envelope(_ service: PushwooshService) -> EnvelopeFormat {
    EnvelopeFormat(service: service, timeout: .seconds(5), maximumResponseBytes: 4096)
  }

  /// Sends nothing: makes the call, hands it `body` as the answer, and gives the words of the error, if any.
  @discardableResult
  private func post(_ service: PushwooshService, _ body: String, status: Int = 200) throws -> String? {
    let format = envelope(service)
    let call = try format.postEvent(.sample, secondsFromUTC: 0)
    do {
      try format.checkSuccess(of: HTTPResponse(status: status, body: Array(body.utf8)), to: call)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("postEvent is the documented POST, field by field")
  func postEvent() throws {
    let call = try envelope(.make(baseURL: "https://a.example/json/1.3", token: "tok"))
      .postEvent(.sample, secondsFromUTC: 10800)
    #expect(call.request.method == "POST")
    #expect(call.request.url == "https://a.example/json/1.3/postEvent")
    #expect(
      call.request.headerLines == ["Content-Type: application/json; charset=utf-8", "Authorization: Token tok"])
    #expect(
      call.request.text
        == #"{"request":{"application":"ABCDE-12345","hwid":"6F","userId":"u-7","v":"0.1.0","device_type":1,"#
        + #""event":"PW_FeatureFlagImpression","attributes":{"flag_key":"new_checkout","rule_id":"r_1a2b3c4d","enabled":true},"#
        + #""timestampUTC":1700000000,"timestampCurrent":1700010800}}"#)
    #expect(call.request.timeout == .seconds(5) && call.request.maximumResponseBytes == 4096)
  }

  @Test(
    "Local time is UTC plus the offset, west of Greenwich too, and no time overflows",
    arguments: [
      (1_700_000_000, -18_000, 1_699_982_000), (-1, 3600, 3599), (0, 0, 0), (9_223_372_036, .max, 9_223_372_036),
      (-9_223_372_037, .min, -9_223_372_037),
    ] as [(Int64, Int64, Int64)])
  func timestamps(utc: Int64, offset: Int64, local: Int64) throws {
    var event = Ports.Event.sample
    event.time = WallTime(seconds: utc)
    let call = try envelope(.make()).postEvent(event, secondsFromUTC: offset)
    #expect(call.request.text.contains("\"timestampUTC\":\(event.time.seconds),"))
    #expect(event.time.seconds == utc)
    #expect(call.request.text.hasSuffix("\"timestampCurrent\":\(local)}}"))
  }

  @Test("A device type of one's own is sent")
  func deviceType() throws {
    let service = try PushwooshService(.init(applicationCode: "A", deviceType: 7))
    #expect(try envelope(service).postEvent(.sample, secondsFromUTC: 0).request.text.contains(#""device_type":7,"#))
  }

  @Test("Events go through a proxy with its headers, whatever its path")
  func proxied() throws {
    let proxy = try ReverseProxy(url: "https://p.example/x", headers: [HTTPHeader("X-A", "1")])
    let call = try envelope(.make(proxy: proxy, token: "t")).postEvent(.sample, secondsFromUTC: 0)
    #expect(call.request.url == "https://p.example/x/postEvent")
    #expect(
      call.request.headerLines == [
        "X-A: 1", "Content-Type: application/json; charset=utf-8", "Authorization: Token t",
      ])
  }

  @Test("With a proxy whose URL cannot be used no call is made")
  func unusableProxy() throws {
    let proxy = try ReverseProxy(url: "https://u:5ecret@p.example/json/1.3/")
    let format = try envelope(.make(proxy: proxy))
    do {
      _ = try format.postEvent(.sample, secondsFromUTC: 0)
      Issue.record("made a call")
    } catch {
      #expect(error.message == "the reverse proxy URL must not hold a user name or password")
    }
  }

  @Test(
    "Success is HTTP 200 and a numeric status_code of 200",
    arguments: [
      #"{"status_code":200}"#, #"{"status_code":200,"status_message":"OK","response":null}"#,
      #"{"status_code":2e2,"response":{"a":[1]}}"#, #"{"status_code":200.0,"response":7}"#,
      #"{"status_code":404,"status_code":200}"#, #"{"status_message":5,"status_code":200,"base_url":5}"#,
    ])
  func successes(body: String) throws {
    #expect(try post(.make(), body) == nil)
  }

  @Test(
    "Anything else is a failure that does not repeat the server's words",
    arguments: [
      #"{"status_code":210,"status_message":"5ecret"}"#, #"{"status_code":"200"}"#, #"{"status_code":true}"#,
      #"{"status_code":null}"#, #"{"status_code":200.5}"#, #"{"status_code":1e400}"#,
      #"{"status_code":200,"status_code":500}"#,
      #"{"status_message":"5ecret"}"#, "{}", "", "[]", "null", "5ecret", #"{"status_code":200"#,
      #"{"status_code":200} 5ecret"#,
      #"{"status_code":200,"response":[}"#,
    ])
  func failures(body: String) throws {
    let service = try PushwooshService.make()
    let words = try #require(try post(service, body))
    #expect(!words.contains("5ecret"))
    for status in [201, 204, 304, 400, 500] {
      #expect(try post(service, #"{"status_code":200}"#, status: status)?.hasPrefix("HTTP status \(status), ") == true)
    }
  }

  private func moving(to url: String, code: String = "200") -> String {
    #"{"status_code":\#(code),"response":null,"base_url":"\#(url)"}"#
  }

  @Test("base_url of a full success moves all later requests")
  func moves() throws {
    let service = try PushwooshService.make()
    try post(service, moving(to: " https://b.example/json/1.3 "))
    #expect(service.baseURL.text == "https://b.example/json/1.3/")
    let request = try PushwooshWireFormat(service: service).evaluationRequest(for: .sample, entityTag: nil)
    #expect(request.url == "https://b.example/api/v1/feature-flags/evaluate")
    #expect(
      try envelope(service).postEvent(.sample, secondsFromUTC: 0).request.url
        == "https://b.example/json/1.3/postEvent")
    try post(service, moving(to: "https://c.example/json/1.3/"))
    #expect(service.baseURL.text == "https://c.example/json/1.3/")
  }

  @Test(
    "A base_url that is no safe move is ignored, and the call is a success all the same",
    arguments: [
      "http://127.0.0.1/json/1.3/", "http://b.example/json/1.3/", "https://u@b.example/json/1.3/",
      "https://b.example/json/1.3/?q",
      "https://b.example/json/1.3/#f", "", "nonsense", "https://b.example/", "https://b.example/json/1.4/",
      "https:///json/1.3/",
      "https://b .example/json/1.3/", "//b.example/json/1.3/", "https://json/1.3/",
      "https://b.example\\\\@c.example/json/1.3/",
    ])
  func refusedMoves(url: String) throws {
    let service = try PushwooshService.make()
    let before = service.baseURL
    #expect(try post(service, moving(to: url)) == nil)
    #expect(service.baseURL == before)
  }

  @Test("A failed answer never moves the base")
  func failuresDoNotMove() throws {
    let service = try PushwooshService.make()
    let before = service.baseURL
    let url = "https://b.example/json/1.3/"
    for status in [201, 304, 400, 500, 503] { #expect(try post(service, moving(to: url), status: status) != nil) }
    for code in ["404", "\"200\"", "true", "null", "200.5"] {
      #expect(try post(service, moving(to: url, code: code)) != nil)
    }
    #expect(try post(service, moving(to: url) + "x") != nil)
    #expect(try post(service, #"{"status_code":200,"base_url":["\#(url)"]}"#) == nil)
    #expect(service.baseURL == before)
  }

  @Test("An answer to a request that went elsewhere than the current base does not move it")
  func lateAnswersDoNotMove() throws {
    let service = try PushwooshService.make()
    let format = envelope(service)
    let late = try format.postEvent(.sample, secondsFromUTC: 0)
    try post(service, moving(to: "https://b.example/json/1.3/"))
    try format.checkSuccess(of: .ok(moving(to: "https://c.example/json/1.3/")), to: late)
    #expect(service.baseURL.text == "https://b.example/json/1.3/")
  }

  @Test("With a proxy nothing moves, nor when one was set or taken away while the answer was on its way")
  func proxiesDoNotMove() throws {
    let proxy = try ReverseProxy(url: "https://p.example/json/1.3/")
    let service = try PushwooshService.make()
    let before = service.baseURL
    let answer = HTTPResponse.ok(moving(to: "https://b.example/json/1.3/"))
    let format = envelope(service)
    let direct = try format.postEvent(.sample, secondsFromUTC: 0)
    service.setReverseProxy(proxy)
    let proxied = try format.postEvent(.sample, secondsFromUTC: 0)
    try format.checkSuccess(of: answer, to: direct)
    try format.checkSuccess(of: answer, to: proxied)
    #expect(service.baseURL == before)
    service.setReverseProxy(nil)
    try format.checkSuccess(of: answer, to: proxied)
    #expect(service.baseURL == before)
    try format.checkSuccess(of: answer, to: direct)
    #expect(service.baseURL.text == "https://b.example/json/1.3/")
  }

  @Test("What came through a proxy moves nothing, be its URL the base itself")
  func proxyAtTheBase() throws {
    let base = "https://a.example/json/1.3/"
    let service = try PushwooshService.make(baseURL: base, proxy: ReverseProxy(url: base))
    let format = envelope(service)
    let proxied = try format.postEvent(.sample, secondsFromUTC: 0)
    service.setReverseProxy(nil)
    try format.checkSuccess(of: .ok(moving(to: "https://b.example/json/1.3/")), to: proxied)
    #expect(service.baseURL.text == base)
  }

  @Test("From http a move to https or to another loopback is fine, to another host's http only when allowed")
  func movesFromHTTP() throws {
    let local = "http://127.0.0.1:8080/json/1.3/"
    for (target, isAllowed, moves) in [
      ("https://b.example/json/1.3/", false, true), ("http://localhost:1/json/1.3/", false, true),
      ("http://b.example/json/1.3/", false, false), ("http://b.example/json/1.3/", true, true),
    ] {
      let service = try PushwooshService.make(baseURL: local, allowsInsecureHTTP: isAllowed)
      try post(service, moving(to: target))
      #expect(service.baseURL.text == (moves ? target : local))
    }
  }

  @Test("A base without json/1.3/ has no flags to lose and may move to any other")
  func movesWithoutSuffix() throws {
    let service = try PushwooshService.make(baseURL: "https://a.example/")
    try post(service, moving(to: "https://b.example/"))
    #expect(service.baseURL.text == "https://b.example/")
    try post(service, moving(to: "https://b.example/json/1.3/"))
    #expect(service.baseURL.text == "https://b.example/json/1.3/")
  }

  @Test("Settings may change while requests are made on other threads")
  func concurrentUse() async throws {
    let service = try PushwooshService.make(token: "t")
    let proxy = try ReverseProxy(url: "https://p.example/json/1.3/", headers: [HTTPHeader("X-A", "1")])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for step in 0..<200 {
            if worker == 0 { service.setReverseProxy(step.isMultiple(of: 2) ? proxy : nil) }
            let request = try PushwooshWireFormat(service: service).evaluationRequest(for: .sample, entityTag: nil)
            // The proxy's headers and its URL are one: neither is seen without the other.
            #expect(request.url.contains("p.example") == (request.headers.value(of: "X-A") == "1"))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
