/// Decides who may use `/admin`.
struct AdminGate: Sendable {
  /// The token that requests must bear; nil when loopback is protection enough.
  var token: String?

  /// The response to a request of `audience` that may not pass; nil for one that may.
  func refusal(of request: Request, for audience: Route.Audience) -> Response? {
    switch audience {
    case .admin: refusal(of: request)
    // Figures are no secret unless somebody has made administration one.
    case .monitoring: token == nil ? nil : refusal(of: request)
    case .client, .anyone: nil
    }
  }

  /// The response to a request that may not pass; nil for one that may.
  ///
  /// With a token, only that counts. Without one a web page that the developer happens to look at must not reach the
  /// server: a browser tells its origin, and a name that was made to point to 127.0.0.1 shows in `Host`.
  func refusal(of request: Request) -> Response? {
    if let token {
      if Self.bears(token, request) { return nil }
      var response = Response.envelope(401, "this needs the admin token: Authorization: Bearer …")
      response.headers.append(Header(name: "WWW-Authenticate", value: "Bearer"))
      return response
    }
    let host = request.header("host") ?? ""
    guard Self.isNumericOrLocal(host) else { return .envelope(403, "unknown Host; use the address of the server") }
    if let origin = request.header("origin"), origin != "http://\(host)" {
      return .envelope(403, "requests of other origins are refused")
    }
    return nil
  }

  private static func bears(_ token: String, _ request: Request) -> Bool {
    guard let header = request.header("authorization") else { return false }
    let scheme = "bearer "
    guard header.utf8.count > scheme.utf8.count, header.prefix(scheme.count).lowercased() == scheme else {
      return false
    }
    return isEqualInConstantTime(Array(header.utf8.dropFirst(scheme.utf8.count)), Array(token.utf8))
  }

  private static func isNumericOrLocal(_ host: String) -> Bool {
    if host.isEmpty || host == "localhost" || host.hasPrefix("localhost:") { return true }
    return ListenAddress(host) != nil || ListenAddress(host + ":80") != nil
  }
}

/// True when both are equal, after a time that depends on the length of `candidate` only.
func isEqualInConstantTime(_ candidate: [UInt8], _ secret: [UInt8]) -> Bool {
  var difference = candidate.count ^ secret.count
  for (index, byte) in candidate.enumerated() {
    difference |= Int(byte ^ (secret.isEmpty ? 0 : secret[index % secret.count]))
  }
  return difference == 0
}
