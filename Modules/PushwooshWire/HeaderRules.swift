import FeatureFlags

/// What headers for a reverse proxy may be.
enum HeaderRules {
  /// Names, in lower case, that belong to the client or to the transport: another value would change whom a request is
  /// for, where it ends, or what its answer means.
  private static let reserved: Set<String> = [
    "accept-encoding", "authorization", "connection", "content-encoding", "content-length", "content-type", "expect",
    "host", "http2-settings", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since",
    "keep-alive", "proxy-connection", "range", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// `header` with its value trimmed; `index` names it where its own name cannot be shown.
  static func checked(_ header: HTTPHeader, index: Int) throws(PushwooshConfigurationError) -> HTTPHeader {
    guard isToken(header.name) else {
      throw PushwooshConfigurationError(
        .proxyHeader, .headerName, "number \(index + 1) must have a name of letters, digits and !#$%&'*+-.^_`|~")
    }
    guard !reserved.contains(header.name.lowercased()) else {
      throw PushwooshConfigurationError(.proxyHeader, .reservedHeader, "'\(header.name)' cannot be set")
    }
    let isBroken = header.value.utf8.contains { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7f }
    guard !isBroken else {
      throw PushwooshConfigurationError(
        .proxyHeader, .controlCharacter, "'\(header.name)' must not hold CR, LF, NUL or another control character")
    }
    return HTTPHeader(header.name, header.value.trimmingBlanks())
  }

  /// True for a token of RFC 9110 of at most 128 characters.
  private static func isToken(_ name: String) -> Bool {
    (1...128).contains(name.utf8.count)
      && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }
}

extension String {
  /// The text without spaces and tabs at its ends.
  fileprivate func trimmingBlanks() -> String {
    let bytes = utf8
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }
}
