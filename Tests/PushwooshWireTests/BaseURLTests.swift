import PushwooshWire
import Testing

@Suite("Base URLs: a grammar that all parsers read alike")
struct BaseURLTests {
  static let good: [(String, String)] = [
    ("https://a.example/json/1.3/", "https://a.example/json/1.3/"), ("https://a.example", "https://a.example/"),
    ("https://a.example/json/1.3", "https://a.example/json/1.3/"), ("  https://a.example/ \n", "https://a.example/"),
    ("\u{a0}https://a.example\u{2003}", "https://a.example/"), ("\thttps://a.example\r\n", "https://a.example/"),
    ("HTTPS://a.example/", "https://a.example/"), ("HttpS://A.Example/Path", "https://A.Example/Path/"),
    ("https://a.example:8443", "https://a.example:8443/"), ("https://a.example:1/", "https://a.example:1/"),
    ("https://a.example:65535/", "https://a.example:65535/"), ("https://my_host/", "https://my_host/"),
    ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"), ("https://10.0.0.1/", "https://10.0.0.1/"),
    ("https://255.255.255.255", "https://255.255.255.255/"), ("https://[2001:db8::1]/", "https://[2001:db8::1]/"),
    ("https://[::]/", "https://[::]/"), ("https://[1:2:3:4:5:6:7:8]:99", "https://[1:2:3:4:5:6:7:8]:99/"),
    ("https://[::ffff:10.0.0.1]/", "https://[::ffff:10.0.0.1]/"),
    ("https://[1:2:3:4:5:6:1.2.3.4]/", "https://[1:2:3:4:5:6:1.2.3.4]/"),
    ("https://[1::]/", "https://[1::]/"), ("https://a.example//x//", "https://a.example//x//"),
    ("https://a.example/%7euser", "https://a.example/%7euser/"),
    ("https://a.example/a%20b/", "https://a.example/a%20b/"),
    ("https://a.example/-._~!$&'()*+,;=:@", "https://a.example/-._~!$&'()*+,;=:@/"),
    ("https://a.example/...", "https://a.example/.../"),
    ("https://a.example/.well-known", "https://a.example/.well-known/"),
    ("http://localhost", "http://localhost/"), ("http://LOCALHOST:8080", "http://LOCALHOST:8080/"),
    ("http://127.0.0.1:8080/json/1.3", "http://127.0.0.1:8080/json/1.3/"),
    ("http://127.255.1.2", "http://127.255.1.2/"),
    ("http://[::1]:80/", "http://[::1]:80/"), ("http://[0:0:0:0:0:0:0:1]", "http://[0:0:0:0:0:0:0:1]/"),
    ("https://1a.example", "https://1a.example/"), ("https://a.0b", "https://a.0b/"), ("https://a", "https://a/"),
  ]

  @Test("A good URL is normalised: trimmed, lower-case scheme, a slash at the end", arguments: good)
  func isNormalised(text: String, normal: String) throws {
    let url = try BaseURL(text)
    #expect(url.text == normal)
    #expect(try BaseURL(url.text) == url, "normalising twice is normalising once")
    #expect(url.description == normal)
    #expect(url.isSecure == normal.hasPrefix("https"))
  }

  typealias Rule = PushwooshConfigurationError.Rule

  static let bad: [(String, Rule)] = [
    ("", .notEmpty), (" \n\u{a0}", .notEmpty), ("https://a.example/" + String(repeating: "a", count: 2031), .length),
    ("https://a .example/", .whiteSpace), ("https://a.example/a b", .whiteSpace),
    ("https://a.example/\n/x", .whiteSpace),
    ("ht tps://a.example", .whiteSpace), ("https://a\u{2003}.example", .whiteSpace),
    ("https://a.example/\u{85}x", .whiteSpace),
    ("https://a.example/\u{0}", .controlCharacter), ("https://a\u{1}.example", .controlCharacter),
    ("https://a.example/\u{7f}", .controlCharacter), ("\u{8}https://a.example", .controlCharacter),
    ("https://b\u{fc}cher.example", .ascii), ("https://a.example/\u{e9}", .ascii), ("https://\u{ff41}.example", .ascii),
    ("\u{feff}https://a.example", .ascii), ("https://a\u{200b}.example", .ascii), ("http\u{17f}://a.example", .ascii),
    ("https://a.example\\@b.example/", .backslash), ("https:\\\\a.example", .backslash),
    ("https://a.example/\\", .backslash),
    ("a.example", .scheme), ("ftp://a.example", .scheme), ("https:a.example", .scheme), ("https:/a.example", .scheme),
    ("//a.example", .scheme), ("httpss://a.example", .scheme), ("file:///etc/passwd", .scheme),
    ("javascript:1", .scheme),
    ("http://a.example", .scheme), ("http://10.0.0.1", .scheme), ("http://localhost.example", .scheme),
    ("http://128.0.0.1", .scheme), ("http://126.255.255.255", .scheme), ("http://[::2]", .scheme),
    ("http://[::ffff:127.0.0.1]", .scheme), ("http://127.0.0.1.example", .scheme), ("http://a.localhost", .scheme),
    ("http://0.0.0.0", .scheme), ("http://[::]", .scheme), ("http://[1::1]", .scheme),
    ("https://user@a.example", .userInfo), ("https://user:5ecret@a.example", .userInfo),
    ("https://@a.example", .userInfo),
    ("https://a.example:5ecret@b.example", .userInfo), ("https://[::1]@b.example", .userInfo),
    ("https://:@a.example", .userInfo),
    ("https://", .host), ("https:///", .host), ("https:///path", .host), ("https://?q", .host), ("https://#f", .host),
    ("https://:443", .host), ("https://.", .host), ("https://a..example", .host), ("https://.a.example", .host),
    ("https://a.example.", .host), ("https://-a.example", .host), ("https://a-.example", .host),
    ("https://a%2eexample", .host),
    ("https://a,b", .host), ("https://a*b", .host), ("https://a|b", .host), ("https://127.1", .host),
    ("https://2130706433", .host),
    ("http://0x7f.0.0.1", .host), ("https://0x7f000001", .host), ("https://a.0x10", .host),
    ("http://0177.0.0.1", .host),
    ("http://127.0.0.01", .host), ("https://256.0.0.1", .host), ("https://1.2.3", .host), ("https://1.2.3.4.5", .host),
    ("https://a.1", .host), ("https://1.2.3.4.", .host),
    ("https://" + String(repeating: "a", count: 64) + ".example", .host),
    ("https://" + Array(repeating: "abcdefghi", count: 26).joined(separator: "."), .host),
    ("https://[", .host), ("https://[]", .host), ("https://[::1", .host), ("https://::1", .host),
    ("https://[:1]", .host),
    ("https://[1:]", .host), ("https://[:::]", .host), ("https://[1::2::3]", .host), ("https://[1:2:3:4:5:6:7]", .host),
    ("https://[1:2:3:4:5:6:7:8:9]", .host), ("https://[1::2:3:4:5:6:7:8]", .host), ("https://[12345::]", .host),
    ("https://[g::]", .host), ("https://[::1%25eth0]", .host), ("https://[::1.2.3]", .host),
    ("https://[1.2.3.4::]", .host),
    ("https://[::01.2.3.4]", .host), ("https://[1.2.3.4]", .host), ("https://[v1.a]", .host), ("https://[+1::]", .host),
    ("https://a.example:", .port), ("https://a.example:/x", .port), ("https://a.example:0", .port),
    ("https://a.example:080", .port),
    ("https://a.example:65536", .port), ("https://a.example:100000", .port), ("https://a.example:-1", .port),
    ("https://a.example:+80", .port), ("https://a.example:8a", .port), ("https://a.example:80:80", .port),
    ("https://[::1]80", .port), ("https://[::1]x:80", .port), ("https://[::1]:", .port),
    ("https://a.example?x", .query), ("https://a.example/?", .query),
    ("https://a.example/json/1.3/?token=5ecret", .query),
    ("https://a.example#f", .fragment), ("https://a.example/#", .fragment),
    ("https://a.example/json/1.3/#5ecret", .fragment),
    ("https://a.example/%", .percentEncoding), ("https://a.example/%4", .percentEncoding),
    ("https://a.example/%zz", .percentEncoding),
    ("https://a.example/%+1", .percentEncoding), ("https://a.example/a%/b", .percentEncoding),
    ("https://a.example/%00", .percentEncoding),
    ("https://a.example/%0d%0a", .percentEncoding), ("https://a.example/%2e%2E/", .percentEncoding),
    ("https://a.example/%2f", .percentEncoding), ("https://a.example/%5C", .percentEncoding),
    ("https://a.example/%7f", .percentEncoding),
    ("https://a.example/.", .path), ("https://a.example/..", .path), ("https://a.example/a/../json/1.3/", .path),
    ("https://a.example/./x", .path), ("https://a.example/a|b", .path), ("https://a.example/<x>", .path),
    ("https://a.example/\"x\"", .path), ("https://a.example/{x}", .path), ("https://a.example/^", .path),
    ("https://a.example/`", .path),
    ("https://a.example/[x]", .path),
  ]

  @Test("C2: a bad URL is refused by the rule it breaks, and the error repeats nothing of it", arguments: bad)
  func isRefused(text: String, rule: Rule) throws {
    let error = try #require(configurationError { () throws(PushwooshConfigurationError) in _ = try BaseURL(text) })
    #expect(error.rule == rule, "\(error)")
    #expect(error.setting == .baseURL)
    #expect(error.message.hasPrefix("the base URL "))
    #expect(!error.description.contains("5ecret") && !error.description.contains("a.example"))
  }

  @Test(
    "http:// is let through for any host when that is allowed expressly, and nothing else is",
    arguments: ["http://a.example/", "http://10.0.0.1/", "http://[::2]/"])
  func insecureCanBeAllowed(text: String) throws {
    let url = try BaseURL(text, allowsInsecureHTTP: true)
    #expect(url.text == text && !url.isSecure && !url.isLoopback)
    for (other, rule) in Self.bad where rule != .scheme {
      let error = configurationError { () throws(PushwooshConfigurationError) in
        _ = try BaseURL(other, allowsInsecureHTTP: true)
      }
      #expect(error?.rule == rule, "\(other)")
    }
  }

  @Test("Loopback is 127.0.0.0/8, ::1 and localhost, in any spelling that is let in")
  func loopback() throws {
    for text in [
      "https://127.0.0.1", "https://127.9.9.9", "https://localhost", "https://LocalHost:1", "https://[::1]",
      "https://[0:0::1]", "https://[0000::0001]", "https://[::0.0.0.1]",
    ] {
      #expect(try BaseURL(text).isLoopback, "\(text)")
    }
    for text in [
      "https://128.0.0.1", "https://localhost.a", "https://a.localhost", "https://[::2]", "https://[1::1]",
      "https://[::]",
      "https://[::ffff:127.0.0.1]", "https://a",
    ] {
      #expect(try !BaseURL(text).isLoopback, "\(text)")
    }
    #expect(try BaseURL("https://[2001:DB8::1]:8/").host == "2001:db8::1")
    #expect(try BaseURL("https://A.Example:8/").host == "a.example")
  }

  @Test("T10: flags are evaluated beside json/1.3/, and nowhere without it")
  func evaluationURL() throws {
    let with = [
      ("https://a.example/json/1.3/", "https://a.example/api/v1/feature-flags/evaluate"),
      ("https://a.example/json/1.3", "https://a.example/api/v1/feature-flags/evaluate"),
      ("https://a.example:8443/p/q/json/1.3/", "https://a.example:8443/p/q/api/v1/feature-flags/evaluate"),
      ("http://[::1]:9/json/1.3/", "http://[::1]:9/api/v1/feature-flags/evaluate"),
      ("https://json/json/1.3/", "https://json/api/v1/feature-flags/evaluate"),
    ]
    for (base, url) in with { #expect(try BaseURL(base).evaluationURL == url) }
    for base in [
      "https://a.example/", "https://a.example/json/1.3/x", "https://a.example/json/1.4/",
      "https://a.example/JSON/1.3/",
      "https://a.example/json/1.3//", "https://a.example/json/", "https://a.example/xjson/1.3/", "https://json/1.3/",
      "https://a.example/json/1%33/",
    ] {
      #expect(try BaseURL(base).evaluationURL == nil, "\(base)")
    }
    #expect(
      try BaseURL("https://a.example/json/1.3").url(forMethod: "postEvent") == "https://a.example/json/1.3/postEvent")
  }

  @Test("Random text never traps, and what is let in is let in again unchanged", arguments: [1, 2, 3, 4])
  func randomTextDoesNotTrap(seed: Int) {
    var state = UInt64(seed)
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let parts = [
      "https://", "http://", "a", ".", "example", ":", "8", "0", "[", "]", "::", "1", "/", "json", "1.3", "%", "4a",
      "@", "?",
      "#", " ", "\\", "é", "127.0.0.1", "-", "_", "\u{0}", "..", "localhost", "\r\n", "e\u{301}",
    ]
    for _ in 0..<4000 {
      let text = "https://" + (0..<random(9)).map { _ in parts[random(parts.count)] }.joined()
      guard let url = try? BaseURL(text) else { continue }
      #expect((try? BaseURL(url.text)) == url)
      #expect(url.text.hasSuffix("/") && url.text.utf8.allSatisfy { (0x21...0x7e).contains($0) })
      #expect(url.text.dropFirst(8).prefix { $0 != "/" }.lowercased().contains(url.host))
    }
  }
}
