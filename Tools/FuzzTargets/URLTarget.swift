import FeatureFlags
import Foundation
import PushwooshWire

/// Base URL, reverse proxy, proxy headers, token and Application Code, all from text that a person or a server wrote.
enum URLTarget {
  static func run(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    for allowsInsecureHTTP in [false, true] {
      if let url = try? BaseURL(text, allowsInsecureHTTP: allowsInsecureHTTP) {
        try check(url, allowsInsecureHTTP: allowsInsecureHTTP)
      }
    }
    try checkCode(text)
    try checkService(text)
  }

  private static func check(_ url: BaseURL, allowsInsecureHTTP: Bool) throws {
    try Violation.unless(
      url.isSecure || url.isLoopback || allowsInsecureHTTP, "http:// to a host that is not loopback")
    try Violation.unless(url.text.utf8.allSatisfy { (0x21...0x7e).contains($0) }, "a byte that does not print")
    try Violation.unless(url.text.hasSuffix("/"), "no / at the end")
    let again = try BaseURL(url.text, allowsInsecureHTTP: allowsInsecureHTTP)
    try Violation.unless(again == url, "normalised differently the second time")
    for text in [url.text, url.evaluationURL ?? url.text, url.url(forMethod: "postEvent")] {
      try compare(text, url)
    }
  }

  /// Foundation takes the same text apart into the same host.
  private static func compare(_ text: String, _ url: BaseURL) throws {
    guard let parts = URLComponents(string: text) else { throw Violation("Foundation cannot read \(text)") }
    try Violation.unless(parts.scheme == (url.isSecure ? "https" : "http"), "another scheme")
    let host = (parts.encodedHost ?? "").filter { $0 != "[" && $0 != "]" }.lowercased()
    try Violation.unless(host == url.host, "Foundation's host is \(host), ours \(url.host)")
    try Violation.unless(
      parts.user == nil && parts.password == nil && parts.query == nil && parts.fragment == nil,
      "user info, a query or a fragment")
    try Violation.unless(parts.port.map { (1...65535).contains($0) } ?? true, "a port that is none")
  }

  private static func checkCode(_ text: String) throws {
    guard let code = try? ApplicationCode(text) else { return }
    guard let url = try? BaseURL(for: code) else { throw Violation("a code without a base URL") }
    try Violation.unless(
      url.host == "\(text.lowercased()).api.pushwoosh.com" && url.isSecure && url.evaluationURL != nil,
      "the code became a part of another host: \(url.host)")
  }

  /// The first line is the proxy's URL and the token, each further one a header.
  private static func checkService(_ text: String) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let headers = lines.dropFirst().map { line in
      let name = line.prefix { $0 != ":" }
      return HTTPHeader(String(name), String(line.dropFirst(name.count + 1)))
    }
    let service = try PushwooshService(.init(applicationCode: "ABCDE-12345", apiToken: "t"))
    let isToken = (try? service.setAPIToken(String(lines[0]))) != nil
    guard let proxy = try? ReverseProxy(url: String(lines[0]), headers: headers) else { return }
    _ = proxy.description
    service.setReverseProxy(proxy)
    let format = PushwooshWireFormat(service: service)
    let context = EvaluationContext(
      identity: Identity(applicationCode: "ABCDE-12345", userID: text), deviceID: text, app: AppAttributes(),
      isPushRegistered: false)
    do {
      let request = try format.evaluationRequest(for: context, entityTag: String(lines[0]))
      try Violation.unless(format.obstacle == nil, "a request in spite of an obstacle")
      try check(request, isToken: isToken)
    } catch let error as FeatureFlagsError {
      try Violation.unless(error.code == 0 && format.obstacle == error, "not sent, and not with code 0 (T10)")
    }
  }

  private static func check(_ request: HTTPRequest, isToken: Bool) throws {
    try Violation.unless(request.url.hasSuffix("/api/v1/feature-flags/evaluate"), "another path: \(request.url)")
    for header in request.headers {
      for byte in Array(header.name.utf8) + Array(header.value.utf8) {
        try Violation.unless(byte == 0x09 || (byte >= 0x20 && byte != 0x7f), "a control character in a header")
      }
    }
    for name in ["content-type", "authorization", "host", "content-length"] {
      let count = request.headers.count { $0.name.lowercased() == name }
      try Violation.unless(count <= 1, "the header \(name) comes \(count) times")
      if name == "host" || name == "content-length" { try Violation.unless(count == 0, "\(name) was overridden") }
    }
  }
}
