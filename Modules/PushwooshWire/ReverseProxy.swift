public import FeatureFlags

/// A server of the app's own that requests go through, and the headers that only it gets.
public struct ReverseProxy: Sendable, Hashable {
  /// The URL as it was given; checked when a request is sent, not before (T10).
  let url: String

  /// The headers, in order, ahead of the client's own.
  public let headers: [HTTPHeader]

  /// A proxy at `url`, in place of the base URL.
  ///
  /// A `url` that cannot be used is no error here: it is kept, and requests fail until it is replaced, flags with code 0
  /// (T10). Spaces and tabs around a header's value are cut off.
  /// - Throws: when a header's name is no token or is reserved, or its value holds a control character; the error names
  ///   the header, never its value.
  public init(url: String, headers: [HTTPHeader] = []) throws(PushwooshConfigurationError) {
    self.url = url
    var checked: [HTTPHeader] = []
    for (index, header) in headers.enumerated() { checked.append(try HeaderRules.checked(header, index: index)) }
    self.headers = checked
  }

  /// The base URL that `url` spells.
  func base(allowsInsecureHTTP: Bool) throws(PushwooshConfigurationError) -> BaseURL {
    try BaseURL(url, allowsInsecureHTTP: allowsInsecureHTTP, setting: .reverseProxy)
  }
}

extension ReverseProxy: CustomStringConvertible, CustomReflectable {
  /// The host and how many headers there are; URL and values may hold secrets.
  public var description: String {
    let host = (try? base(allowsInsecureHTTP: true))?.host ?? "unusable URL"
    return "ReverseProxy(\(host), \(headers.count) headers)"
  }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
