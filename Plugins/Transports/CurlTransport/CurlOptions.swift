import CCurl
import FeatureFlags

/// Turns a configuration and a request into options of one easy handle.
struct CurlOptions {
  /// The handle.
  let easy: OpaquePointer

  /// Sets what is the same for every request; false when an option that must hold cannot be set.
  func set(_ configuration: CurlTransport.Configuration) -> Bool {
    // Optional: HTTP/2 may be left out of a libcurl, and quick exit came with 7.87. Without the latter a transfer that is
    // given up waits for the system's resolver to return.
    number(FF_CURL_HTTP_VERSION, Int(FF_CURL_HTTP_2_OVER_TLS.rawValue))
    number(FF_CURL_QUICK_EXIT, 1)

    return must(FF_CURL_NO_SIGNAL, 1)
      && must(FF_CURL_PROTOCOLS, "http,https")
      && must(FF_CURL_VERIFY_PEER, 1) && must(FF_CURL_VERIFY_HOST, 2)
      && must(FF_CURL_FOLLOW_LOCATION, 0)
      && must(FF_CURL_NETRC, 0) && must(FF_CURL_DISALLOW_USER_IN_URL, 1)
      && must(FF_CURL_HTTP09_ALLOWED, 0)
      && must(FF_CURL_SUPPRESS_CONNECT_HEADERS, 1)
      && must(FF_CURL_ACCEPT_ENCODING, "gzip")
      && must(FF_CURL_CONNECT_TIMEOUT_MS, Self.milliseconds(configuration.connectTimeout))
      && setTrust(configuration) && setProxy(configuration.proxy)
  }

  /// Sets method, URL, body and time-out of `request`; its header fields are ``headerLines(of:)``.
  func set(_ request: HTTPRequest, remaining: Duration) -> Bool {
    must(FF_CURL_URL, request.url)
      && setMethod(request)
      && must(FF_CURL_CUSTOM_REQUEST, request.method)
      && must(FF_CURL_TIMEOUT_MS, Self.milliseconds(remaining))
  }

  /// The header lines in libcurl's notation: `Name;` is an empty value, and `Name:` keeps libcurl's own field out.
  static func headerLines(of request: HTTPRequest) -> [String] {
    let own = ["Accept", "Content-Type", "Expect"].filter { request.headers.value(of: $0) == nil }
    return request.headers.map { header in
      let isEmpty = header.value.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      return isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
    } + own.map { "\($0):" }
  }

  /// Whole milliseconds, at least 1 because 0 is no limit to libcurl, and at most what it can count.
  static func milliseconds(_ duration: Duration) -> Int {
    guard duration > .zero else { return 1 }
    let (seconds, attoseconds) = duration.components
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  /// Who is trusted, and which keys a server must have besides; pins that libcurl cannot check fail the request.
  private func setTrust(_ configuration: CurlTransport.Configuration) -> Bool {
    if let file = configuration.certificateAuthorityFile, !must(FF_CURL_CA_FILE, file) { return false }
    let pins = configuration.pinnedPublicKeys
    return pins.isEmpty || must(FF_CURL_PINNED_PUBLIC_KEY, pins.map(\.description).joined(separator: ";"))
  }

  private func setProxy(_ proxy: CurlTransport.Proxy) -> Bool {
    switch proxy {
    case .environment: true
    case .none: must(FF_CURL_PROXY, "")
    case .url(let url): must(FF_CURL_PROXY, url)
    }
  }

  /// What shapes the message: libcurl knows no body, a body, and no body in either direction; the name comes on top.
  private func setMethod(_ request: HTTPRequest) -> Bool {
    switch request.method {
    case "HEAD": must(FF_CURL_NO_BODY, 1)
    case "GET", "DELETE", "OPTIONS", "TRACE":
      request.body.isEmpty ? must(FF_CURL_HTTP_GET, 1) : setBody(request.body)
    default: setBody(request.body)
    }
  }

  private func setBody(_ body: [UInt8]) -> Bool {
    // A null pointer would mean "read the body through a callback", so an empty body needs some address.
    body.isEmpty ? ff_curl_set_body(easy, [0], 0) : ff_curl_set_body(easy, body, body.count)
  }

  private func number(_ option: ff_curl_option, _ value: Int) { _ = ff_curl_set_number(easy, option, value) }

  private func must(_ option: ff_curl_option, _ value: Int) -> Bool { ff_curl_set_number(easy, option, value) }

  private func must(_ option: ff_curl_option, _ value: String) -> Bool { ff_curl_set_string(easy, option, value) }
}
