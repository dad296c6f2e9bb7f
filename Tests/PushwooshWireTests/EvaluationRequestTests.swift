import FeatureFlags
import PushwooshWire
import StrictJSON
import Testing

@Suite("The request for flags")
struct EvaluationRequestTests {
  @Test("It is the documented POST, field by field")
  func isTheDocumentedPost() throws {
    let format = PushwooshWireFormat(service: try .make(baseURL: "https://a.example/json/1.3/"))
    let request = try format.evaluationRequest(for: .sample, entityTag: nil)
    #expect(request.method == "POST")
    #expect(request.url == "https://a.example/api/v1/feature-flags/evaluate")
    #expect(request.headerLines == ["Content-Type: application/json; charset=utf-8"])
    #expect(
      request.text
        == #"{"application":"ABCDE-12345","hwid":"6F","user_id":"u-7","platform":"linux","sdk_version":"0.1.0","#
        + #""app_version":"2.4.0","language":"en","push_registered":false}"#)
    #expect(request.timeout == .seconds(30))
    #expect(request.maximumResponseBytes == 16 << 20)
    #expect(format.obstacle == nil)
  }

  @Test("Limits are passed on")
  func limits() throws {
    let format = PushwooshWireFormat(
      service: try .make(), configuration: .init(timeout: .seconds(3), maximumResponseBytes: 99))
    let request = try format.evaluationRequest(for: .sample, entityTag: nil)
    #expect(request.timeout == .seconds(3))
    #expect(request.maximumResponseBytes == 99)
  }

  @Test("Any text in the context is escaped, and comes from the context's own identity")
  func contextIsEscaped() throws {
    var context = EvaluationContext.sample
    context.identity = Identity(applicationCode: "OTHER", userID: "\",\"user_id\":\"x\u{0}\n😀")
    context.isPushRegistered = true
    context.app = AppAttributes(platform: "p\"", version: "", language: "\\")
    let request = try PushwooshWireFormat(service: try .make()).evaluationRequest(for: context, entityTag: nil)
    guard case .object(let object) = try JSONReader.value(of: request.body) else {
      Issue.record("no object")
      return
    }
    #expect(object["application"] == .string("OTHER"))
    #expect(object["user_id"] == .string("\",\"user_id\":\"x\u{0}\n😀"))
    #expect(object["push_registered"] == .bool(true))
    #expect(object["platform"] == .string("p\""))
    #expect(object["app_version"] == .string(""))
    #expect(object["language"] == .string("\\"))
    #expect(object.count == 8)
  }

  @Test("Proxy headers come first, ours after, the tag last; without a proxy its headers are not sent")
  func headerOrder() throws {
    let service = try PushwooshService.make(token: " tok\n")
    let format = PushwooshWireFormat(service: service)
    service.setReverseProxy(
      try ReverseProxy(url: "https://p.example/json/1.3", headers: [HTTPHeader("X-A", "1"), HTTPHeader("X-B", "2")]))
    var request = try format.evaluationRequest(for: .sample, entityTag: "\"v1\"")
    #expect(request.url == "https://p.example/api/v1/feature-flags/evaluate")
    #expect(
      request.headerLines == [
        "X-A: 1", "X-B: 2", "Content-Type: application/json; charset=utf-8", "Authorization: Token tok",
        "If-None-Match: \"v1\"",
      ])
    service.setReverseProxy(nil)
    request = try format.evaluationRequest(for: .sample, entityTag: nil)
    #expect(request.url == "https://ABCDE-12345.api.pushwoosh.com/api/v1/feature-flags/evaluate")
    #expect(
      request.headerLines == ["Content-Type: application/json; charset=utf-8", "Authorization: Token tok"])
  }

  @Test("Without a token there is no Authorization header", arguments: [nil, "", "  \n"])
  func noToken(token: String?) throws {
    let service = try PushwooshService.make(token: token)
    let format = PushwooshWireFormat(service: service)
    #expect(try format.evaluationRequest(for: .sample, entityTag: nil).headers.value(of: "Authorization") == nil)
    try service.setAPIToken("x")
    #expect(try format.evaluationRequest(for: .sample, entityTag: nil).headers.value(of: "Authorization") == "Token x")
    try service.setAPIToken(token)
    #expect(try format.evaluationRequest(for: .sample, entityTag: nil).headers.value(of: "Authorization") == nil)
  }

  static let tags: [(String, Bool)] = [
    ("\"abc\"", true), ("W/\"abc\"", true), ("\"\"", true), ("\"!#~é\"", true), ("W/\"\"", true), ("*", false),
    ("abc", false), ("\"abc", false), ("\"", false), ("", false), ("w/\"a\"", false), ("\"a\", \"b\"", false),
    ("\"a\"b\"", false),
    ("\"a\r\nX: y\"", false), ("\"a\u{0}\"", false), ("\"a b\"", false), ("\"a\u{7f}\"", false), ("W/", false),
    (" \"a\"", false),
    ("\"" + String(repeating: "a", count: 1023) + "\"", false),
  ]

  @Test("Only an entity tag is sent as If-None-Match or kept from an answer", arguments: tags)
  func entityTags(tag: String, isGood: Bool) throws {
    let format = PushwooshWireFormat(service: try .make())
    let request = try format.evaluationRequest(for: .sample, entityTag: tag)
    #expect(request.headers.value(of: "If-None-Match") == (isGood ? tag : nil))
    let answer = try format.evaluation(from: .ok("{\"flags\":[]}", headers: [HTTPHeader("etag", tag)]))
    #expect(answer == .evaluation(Evaluation(flags: [], entityTag: isGood ? tag : nil)))
  }

  static let proxies: [(String, String)] = [
    ("https://p.example/", "must end with /json/1.3/"), ("https://p.example/json/1.4/", "must end with /json/1.3/"),
    ("https://p.example/json/1.3/x", "must end with /json/1.3/"), ("https://json/1.3/", "must end with /json/1.3/"),
    ("http://p.example/json/1.3/", "must start with https://"), ("", "must not be empty"),
    ("nonsense", "must start with https://"),
    ("https://u:5ecret@p.example/json/1.3/", "must not hold a user name or password"),
    ("https://p.example/json/1.3/?t=5ecret", "must not have a query"),
  ]

  @Test(
    "T10: with a proxy that is no json/1.3/ no request is made, and the error has code 0 and names the rule",
    arguments: proxies)
  func proxyObstacles(url: String, words: String) throws {
    let service = try PushwooshService.make(token: Secret.token)
    let format = PushwooshWireFormat(service: service)
    service.setReverseProxy(try ReverseProxy(url: url))
    let obstacle = try #require(format.obstacle)
    #expect(obstacle.code == 0 && obstacle.reason == .endpoint && !obstacle.isRetriable)
    #expect(obstacle.message.hasPrefix("the reverse proxy URL ") && obstacle.message.contains(words), "\(obstacle)")
    #expect(!obstacle.description.contains("5ecret") && !obstacle.description.contains("p.example"))
    #expect(throws: obstacle) { try format.evaluationRequest(for: .sample, entityTag: nil) }
    service.setReverseProxy(nil)
    #expect(format.obstacle == nil)
    _ = try format.evaluationRequest(for: .sample, entityTag: nil)
  }

  @Test("T10: a base URL without json/1.3/ is an obstacle as well")
  func baseObstacle() throws {
    let format = PushwooshWireFormat(service: try .make(baseURL: "https://a.example/other/"))
    #expect(format.obstacle?.code == 0)
    #expect(format.obstacle?.message.hasPrefix("the base URL must end with /json/1.3/") == true)
  }

  @Test("http:// proxies follow the same rule as base URLs")
  func insecureProxies() throws {
    let proxy = try ReverseProxy(url: "http://p.example/json/1.3/")
    #expect(PushwooshWireFormat(service: try .make(proxy: proxy)).obstacle != nil)
    #expect(PushwooshWireFormat(service: try .make(proxy: proxy, allowsInsecureHTTP: true)).obstacle == nil)
    let local = try ReverseProxy(url: "http://127.0.0.1:8080/json/1.3/")
    #expect(PushwooshWireFormat(service: try .make(proxy: local)).obstacle == nil)
  }
}
