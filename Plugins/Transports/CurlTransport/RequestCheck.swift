import FeatureFlags

/// Decides which requests may be sent at all, so that nothing in one can forge another or leak a password.
///
/// libcurl would send most of what is refused here. The messages name the part at fault and never show it.
enum RequestCheck {
  /// Fails with ``TransportError/Reason/invalidRequest`` for a request that must not be sent.
  static func check(_ request: HTTPRequest) throws(TransportError) {
    guard isToken(request.method) else { throw invalid("the method is not a token") }
    if request.method == "HEAD", !request.body.isEmpty { throw invalid("a HEAD request cannot have a body") }
    _ = try host(of: request.url)
    for (index, header) in request.headers.enumerated() { try check(header, "header \(index + 1)") }
  }

  /// The host and port of an allowed URL, as they stand in it.
  static func host(of url: String) throws(TransportError) -> Substring {
    guard !url.unicodeScalars.contains(where: isForbiddenInURL) else {
      throw invalid("the URL contains white space, a control character or a backslash")
    }
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), url.utf8[colon...].starts(with: "://".utf8),
      ["http", "https"].contains(url[..<colon].lowercased())
    else { throw invalid("the URL does not start with https:// or http://") }
    let authority = url.utf8[colon...].dropFirst(3).prefix { !"/?#".utf8.contains($0) }
    guard !authority.contains(UInt8(ascii: "@")) else { throw invalid("the URL contains a user name") }
    guard let first = authority.first, first != UInt8(ascii: ":") else { throw invalid("the URL has no host") }
    return Substring(authority)
  }

  /// Fails for a URL without TLS, over which no pinned key could be asked for.
  static func checkTLS(_ url: String) throws(TransportError) {
    guard url.prefix(6).lowercased() == "https:" else {
      throw invalid("public keys are pinned, but the URL does not start with https://")
    }
  }

  private static func check(_ header: HTTPHeader, _ place: String) throws(TransportError) {
    guard isToken(header.name) else { throw invalid("the name of \(place) is not a token") }
    guard !header.value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7f }) else {
      throw invalid("the value of \(place) contains a line break or another control character")
    }
    // Whoever frames the message must be the one to say how: two opinions are request smuggling.
    guard !["content-length", "transfer-encoding"].contains(header.name.lowercased()) else {
      throw invalid("\(place) is for the transport to set")
    }
  }

  private static func invalid(_ message: String) -> TransportError { TransportError(.invalidRequest, message) }

  private static func isForbiddenInURL(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\\" || scalar.properties.isWhitespace
      || [.control, .format, .surrogate].contains(scalar.properties.generalCategory)
  }

  /// RFC 9110, 5.6.2.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: tokenPunctuation.contains(byte)
        }
      }
  }

  private static let tokenPunctuation = Array("!#$%&'*+-.^_`|~".utf8)
}
