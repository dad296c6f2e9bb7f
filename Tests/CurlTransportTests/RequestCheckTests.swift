import FeatureFlags
import Testing

@testable import CurlTransport

@Suite struct RequestCheckTests {
  @Test(
    "A URL of http or https with a host is allowed, and the host is found in it",
    arguments: [
      ("https://example.com", "example.com"), ("http://example.com/", "example.com"),
      ("HTTPS://Example.com:8443/a?b=c@d#e", "Example.com:8443"), ("http://[::1]:80/", "[::1]:80"),
      ("http://127.0.0.1?user@", "127.0.0.1"), ("https://bücher.example/ü", "bücher.example"),
    ])
  func allowed(url: String, host: String) throws {
    #expect(try RequestCheck.host(of: url) == host)
  }

  @Test(
    "Any other URL is refused",
    arguments: [
      "", "example.com", "//example.com/", "http:/example.com", "http://", "https:///path", "http://:80/", "http://?",
      "ftp://example.com", "file:///etc/passwd", "javascript://example.com", "http://user@example.com/",
      "http://user:password@example.com/", "http://@example.com/", "http://a@b@c/", "http://exam ple.com/",
      "http://example.com/\t", "http://example.com/\r\n", "http://example.com/\u{0}", "http://example.com/\u{7f}",
      "http://example.com/\u{85}", "http://example.com/\u{2003}", "http://example.com/\u{200b}",
      "http://example.com\\@evil.example/", " http://example.com/", "http://example.com ",
    ])
  func refused(url: String) {
    let error = #expect(throws: TransportError.self) { try RequestCheck.check(HTTPRequest(url: url)) }
    #expect(error?.reason == .invalidRequest)
  }

  @Test("A method or header name must be a token")
  func tokens() {
    for text in ["GET", "x-y_z", "!#$%&'*+-.^_`|~", "09"] { #expect(RequestCheck.isToken(text)) }
    for text in ["", " ", "a b", "a:", "a/b", "é", "a\u{0}", "a\n", "(a)", "\"a\"", "a,b", "{a}", "a@b", "[a]"] {
      #expect(!RequestCheck.isToken(text), "\(text)")
    }
  }

  @Test("A header value may hold anything but control characters; a tab is allowed")
  func values() throws {
    for value in ["", " ", "a\tb", "ü", "a:b;\"c\""] {
      try RequestCheck.check(HTTPRequest(url: "http://a/", headers: [HTTPHeader("X", value)]))
    }
    for value in ["\n", "\r", "a\r\nb", "\u{0}", "a\u{1}", "\u{7f}"] {
      let error = #expect(throws: TransportError.self) {
        try RequestCheck.check(HTTPRequest(url: "http://a/", headers: [HTTPHeader("X", "1"), HTTPHeader("Y", value)]))
      }
      #expect(error?.reason == .invalidRequest)
      #expect(error?.message.contains("header 2") == true)
    }
  }

  @Test("Who frames the message says how: Content-Length and Transfer-Encoding are refused, as is a body of HEAD")
  func framing() {
    for name in ["Content-Length", "content-length", "Transfer-Encoding"] {
      #expect(throws: TransportError.self) {
        try RequestCheck.check(HTTPRequest(url: "http://a/", headers: [HTTPHeader(name, "1")]))
      }
    }
    #expect(throws: TransportError.self) {
      try RequestCheck.check(HTTPRequest(method: "HEAD", url: "http://a/", body: [1]))
    }
  }
}
