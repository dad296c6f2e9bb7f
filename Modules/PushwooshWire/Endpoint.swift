import FeatureFlags

/// Where one request goes and what goes with it, as things stood when it was made.
struct Endpoint: Sendable {
  /// The effective base: the reverse proxy's, or the service's own.
  var base: BaseURL

  /// True when `base` is the reverse proxy's.
  var isProxy: Bool

  /// The proxy's headers; none without a proxy.
  var proxyHeaders: [HTTPHeader]

  /// The token; nil for none.
  var token: APIToken?

  /// The headers of a request: the proxy's first, then ours.
  var headers: [HTTPHeader] {
    var headers = proxyHeaders
    headers.append(HTTPHeader("Content-Type", WireNames.contentType))
    if let token { headers.append(HTTPHeader("Authorization", token.authorization)) }
    return headers
  }

  /// Where flags are evaluated.
  ///
  /// - Throws: when the base does not end with `json/1.3/` (T10).
  func evaluationURL() throws(PushwooshConfigurationError) -> String {
    guard let url = base.evaluationURL else {
      throw PushwooshConfigurationError(
        isProxy ? .reverseProxy : .baseURL, .suffix,
        "must end with /\(WireNames.basePathSuffix) for flags to be requested")
    }
    return url
  }
}
