import FeatureFlags
import Testing

@testable import CurlTransport

@Suite struct CurlOptionsTests {
  @Test(
    "Durations become whole milliseconds, never 0, which is no limit to libcurl",
    arguments: [
      (Duration.milliseconds(1500), 1500), (.microseconds(2999), 2), (.microseconds(1), 1), (.zero, 1),
      (.seconds(-5), 1),
      (.seconds(Int64.min), 1), (.seconds(Int64.max), 1_000_000_000),
    ])
  func milliseconds(duration: Duration, expected: Int) {
    #expect(CurlOptions.milliseconds(duration) == expected)
  }

  @Test("Header lines: an empty value is sent as such, and libcurl's own fields are kept out unless asked for")
  func headerLines() {
    let request = HTTPRequest(
      url: "http://a/", headers: [HTTPHeader("X", "y"), HTTPHeader("Empty", " \t"), HTTPHeader("content-TYPE", "a/b")])
    #expect(CurlOptions.headerLines(of: request) == ["X: y", "Empty;", "content-TYPE: a/b", "Accept:", "Expect:"])
  }

  @Test("The defaults: 10 s to connect, the system's certificates, the environment's proxy")
  func defaults() {
    let configuration = CurlTransport.Configuration()
    #expect(configuration.connectTimeout == .seconds(10))
    #expect(configuration.certificateAuthorityFile == nil)
    #expect(configuration.proxy == .environment)
  }
}
