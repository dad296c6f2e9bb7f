import FeatureFlags
import PushwooshWire
import Testing

@Suite("Application Code, token, proxy headers")
struct SettingsTests {
  typealias Rule = PushwooshConfigurationError.Rule

  @Test("C1: a code becomes the host of the default base URL", arguments: ["ABCDE-12345", "a", "A_1", "0"])
  func defaultBase(code: String) throws {
    let service = try PushwooshService.make(code: code)
    #expect(service.baseURL.text == "https://\(code).api.pushwoosh.com/json/1.3/")
    #expect(service.applicationCode.text == code)
    #expect(service.baseURL.evaluationURL == "https://\(code).api.pushwoosh.com/api/v1/feature-flags/evaluate")
  }

  @Test(
    "C2: a code that cannot be part of a host is refused, with a base URL of one's own too",
    arguments: [
      ("", .notEmpty), ("a.b", .characters), (".", .characters), ("a b", .characters), (" a", .characters),
      ("a\n", .characters),
      ("a/b", .characters), ("a@b", .characters), ("a:b", .characters), ("a?b", .characters), ("a#b", .characters),
      ("a%41", .characters), ("a\\b", .characters), ("\u{0}", .characters), ("é", .characters), ("-a", .characters),
      ("a-", .characters), (String(repeating: "a", count: 64), .length),
    ] as [(String, Rule)])
  func badCodes(code: String, rule: Rule) throws {
    for base in [nil, "https://a.example/json/1.3/"] {
      let error = try #require(
        configurationError { () throws(PushwooshConfigurationError) in
          _ = try PushwooshService(.init(applicationCode: code, baseURL: base))
        })
      #expect(error.setting == .applicationCode && error.rule == rule)
      #expect(error.message.hasPrefix("the Application Code must"))
    }
  }

  @Test("C2: a bad base URL fails at start and is named")
  func badBase() throws {
    let error = try #require(
      configurationError { () throws(PushwooshConfigurationError) in
        _ = try PushwooshService(.init(applicationCode: "A", baseURL: "http://a.example"))
      })
    #expect(error.setting == .baseURL && error.rule == .scheme)
    #expect(
      try PushwooshService.make(baseURL: "http://a.example", allowsInsecureHTTP: true).baseURL.text
        == "http://a.example/")
  }

  @Test("E2: a token that would break its header is refused and not repeated; the former one stays")
  func badTokens() throws {
    let service = try PushwooshService.make(token: "old")
    for token in ["5ecret\r\nX: y", "5e\ncret", "5ecret\u{0}", "5e cret", "5ecrét", "5e\tcret", "5ecret\u{7f}"] {
      let error = try #require(
        configurationError { () throws(PushwooshConfigurationError) in try service.setAPIToken(token) })
      #expect(error.setting == .apiToken && error.rule == .characters)
      #expect(!error.description.contains("5e"))
      #expect(
        configurationError { () throws(PushwooshConfigurationError) in
          _ = try PushwooshService(.init(applicationCode: "A", apiToken: token))
        } == error)
    }
    let format = PushwooshWireFormat(service: service)
    #expect(
      try format.evaluationRequest(for: .sample, entityTag: nil).headers.value(of: "authorization") == "Token old")
  }

  @Test("Good proxy headers are kept in order, their values trimmed")
  func goodHeaders() throws {
    let headers = [
      HTTPHeader("X-Key", " a b\t"), HTTPHeader("x-key", ""), HTTPHeader("Cookie", "a=\"b\"; c"),
      HTTPHeader("!#$%&'*+-.^_`|~09azAZ", "\u{e9}\t1"), HTTPHeader("Proxy-Authorization", "Basic eA=="),
    ]
    let proxy = try ReverseProxy(url: "https://p.example/json/1.3/", headers: headers)
    #expect(proxy.headers.map(\.value) == ["a b", "", "a=\"b\"; c", "\u{e9}\t1", "Basic eA=="])
    #expect(proxy.headers.map(\.name) == headers.map(\.name))
  }

  @Test(
    "A header name that is no token is refused and only its place is named",
    arguments: [
      "", " ", "a b", "a:", "5ecret\r\nHost", "a\n", "a\u{0}", "é", "a(b)", "a/b", "\"a\"", "a\u{7f}", "a\t", "[a]",
      "a,b",
      String(repeating: "a", count: 129),
    ])
  func badNames(name: String) throws {
    let error = try #require(headerError([HTTPHeader("X-Fine", "1"), HTTPHeader(name, Secret.header)]))
    #expect(error.rule == .headerName && error.setting == .proxyHeader)
    #expect(error.message.contains("number 2") && !error.message.contains("5ecret"))
  }

  @Test(
    "CR, LF, NUL and other control characters in a value are refused; the name is told, the value not",
    arguments: ["\r", "\n", "\r\n", "\u{0}", "\u{1}", "\u{1b}", "\u{7f}"])
  func badValues(character: String) throws {
    for value in ["5ecret" + character, character + "5ecret", "5e" + character + "cret"] {
      let error = try #require(headerError([HTTPHeader("X-Key", value)]))
      #expect(error.rule == .controlCharacter)
      #expect(error.message.contains("'X-Key'") && !error.message.contains("5e"))
    }
  }

  @Test(
    "The headers of the client and of the transport cannot be set, in any case",
    arguments: [
      "Host", "Content-Length", "Content-Type", "Authorization", "Transfer-Encoding", "Connection", "Accept-Encoding",
      "Content-Encoding", "If-None-Match", "If-Match", "If-Modified-Since", "Range", "Expect", "TE", "Trailer",
      "Upgrade",
      "Keep-Alive", "Proxy-Connection", "HTTP2-Settings",
    ])
  func reservedHeaders(name: String) throws {
    for spelling in [name, name.lowercased(), name.uppercased()] {
      let error = try #require(headerError([HTTPHeader(spelling, "x")]))
      #expect(error.rule == .reservedHeader && error.message.contains("'\(spelling)'"))
    }
  }

  @Test("E2: no description and no dump shows a token, a header value, a user or a device")
  func secretsStayIn() throws {
    let proxy = try ReverseProxy(
      url: "https://user:\(Secret.token)@p.example/\(Secret.token)/json/1.3/",
      headers: [HTTPHeader("X-Key", Secret.header)])
    let good = try ReverseProxy(
      url: "https://p.example/\(Secret.token)/json/1.3/", headers: [HTTPHeader("X-Key", Secret.header)])
    let configuration = PushwooshService.Configuration(
      applicationCode: "ABCDE-12345", reverseProxy: good, apiToken: Secret.token)
    let service = try PushwooshService(configuration)
    let format = PushwooshWireFormat(service: service)
    var shown: [String] = []
    func show<Value>(_ value: Value) {
      shown.append("\(value)")
      shown.append(String(reflecting: value))
      var text = ""
      dump(value, to: &text)
      shown.append(text)
    }
    show(proxy)
    show(good)
    show(configuration)
    show(service)
    show(format)
    show([Optional(good)])
    for text in shown {
      for secret in Secret.all { #expect(!text.contains(secret), "\(text)") }
    }
    #expect("\(good)" == "ReverseProxy(p.example, 1 headers)")
    #expect("\(proxy)" == "ReverseProxy(unusable URL, 1 headers)")
    #expect("\(service)" == "PushwooshService(ABCDE-12345)")
    #expect("\(service.applicationCode)" == "ABCDE-12345")
  }

  @Test("Settings and rules have stable names; an unknown setting has words too")
  func stableNames() throws {
    let error = try #require(configurationError { () throws(PushwooshConfigurationError) in _ = try BaseURL("") })
    #expect(error.setting.rawValue == "base-url" && error.rule.rawValue == "not-empty")
    #expect(error == error)
    #expect(Set([error.rule, .host, .notEmpty]).count == 2)
  }

  private func headerError(_ headers: [HTTPHeader]) -> PushwooshConfigurationError? {
    configurationError { () throws(PushwooshConfigurationError) in
      _ = try ReverseProxy(url: "https://p.example/json/1.3/", headers: headers)
    }
  }
}
