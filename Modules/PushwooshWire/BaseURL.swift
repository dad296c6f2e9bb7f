/// The URL under which the service's methods live: absolute, normalised, with a `/` at its end.
///
/// Only a small part of what RFC 3986 allows is let through, the part that every parser reads alike, so that the host we
/// checked is the host that is called: ASCII, no user info, query, fragment, backslash or dot segment, IPv4 addresses in
/// four decimal parts only.
public struct BaseURL: Sendable, Hashable {
  /// The whole URL: lower-case scheme, the rest as it was given, a `/` at the end.
  public let text: String

  /// The host, in lower case; an IPv6 address without its brackets.
  public let host: String

  /// True for `https`.
  public let isSecure: Bool

  /// True for `localhost`, an address of 127.0.0.0/8, and `::1`.
  public let isLoopback: Bool

  /// The URL that `text` spells, white space around it cut off.
  ///
  /// - Parameters:
  ///   - text: the URL as a person wrote it.
  ///   - allowsInsecureHTTP: true to let `http://` through for every host, not for loopback alone.
  /// - Throws: an error that names the broken rule and repeats nothing of `text` (C2).
  public init(_ text: String, allowsInsecureHTTP: Bool = false) throws(PushwooshConfigurationError) {
    try self.init(text, allowsInsecureHTTP: allowsInsecureHTTP, setting: .baseURL)
  }

  /// The same, with `setting` named in the error.
  init(
    _ text: String, allowsInsecureHTTP: Bool, setting: PushwooshConfigurationError.Setting
  ) throws(PushwooshConfigurationError) {
    let parser = BaseURLParser(setting: setting, allowsInsecureHTTP: allowsInsecureHTTP)
    let parts = try parser.parts(of: text)
    self.text = (parts.isSecure ? "https://" : "http://") + parts.authority + parts.path
    host = parts.host.text
    isSecure = parts.isSecure
    isLoopback = parts.host.isLoopback
  }

  /// The default base URL of the application `code`.
  public init(for code: ApplicationCode) throws(PushwooshConfigurationError) {
    try self.init(
      "https://\(code.text)\(WireNames.hostSuffix)/\(WireNames.basePathSuffix)", allowsInsecureHTTP: false,
      setting: .applicationCode)
  }

  /// Where flags are evaluated; nil unless the path ends with `json/1.3/` (T10).
  ///
  /// The `/` before the suffix counts too: in `https://json/1.3/` the first part is the host.
  public var evaluationURL: String? {
    let suffix = WireNames.basePathSuffix
    guard text.hasSuffix("/" + suffix), !text.hasSuffix("://" + suffix) else { return nil }
    return text.dropLast(suffix.count) + WireNames.Evaluation.path
  }

  /// The URL of a JSON method such as `postEvent`.
  package func url(forMethod method: String) -> String { text + method }
}

extension BaseURL: CustomStringConvertible {
  /// The URL, which holds no secret: user info and queries are not let in.
  public var description: String { text }
}
