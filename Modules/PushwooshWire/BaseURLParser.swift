/// Takes a base URL apart and checks each part.
struct BaseURLParser {
  /// The parts of a URL that has passed.
  struct Parts {
    var isSecure: Bool
    var host: Host
    /// Host and port as they were given.
    var authority: Substring
    /// The path, `/` at its start and end.
    var path: String
  }

  /// What errors are about.
  let setting: PushwooshConfigurationError.Setting

  /// True when `http://` is fine for any host.
  let allowsInsecureHTTP: Bool

  /// How many bytes a URL may have; more is a mistake, and servers refuse it.
  private static let maximumLength = 2048

  /// The parts of `text`.
  func parts(of text: String) throws(PushwooshConfigurationError) -> Parts {
    let trimmed = try cleaned(text)
    let (isSecure, rest) = try scheme(of: trimmed)
    let authority = rest.prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else { throw error(.userInfo, "must not hold a user name or password") }
    let host = try host(of: authority)
    guard isSecure || host.isLoopback || allowsInsecureHTTP else {
      throw error(.scheme, "must start with https:// (http:// is for loopback hosts, or must be allowed expressly)")
    }
    return Parts(
      isSecure: isSecure, host: host, authority: authority, path: try path(rest[authority.endIndex...]))
  }

  private func error(_ rule: PushwooshConfigurationError.Rule, _ mustBe: String) -> PushwooshConfigurationError {
    PushwooshConfigurationError(setting, rule, mustBe)
  }

  /// `text` without white space around it, made of ASCII that prints.
  private func cleaned(_ text: String) throws(PushwooshConfigurationError) -> String {
    let trimmed = text.trimmingWhiteSpace()
    guard !trimmed.isEmpty else { throw error(.notEmpty, "must not be empty") }
    guard trimmed.utf8.count <= Self.maximumLength else {
      throw error(.length, "must not have more than \(Self.maximumLength) bytes")
    }
    for scalar in trimmed.unicodeScalars {
      if scalar.properties.isWhitespace { throw error(.whiteSpace, "must not hold white space") }
      if scalar.value < 0x20 || scalar.value == 0x7f {
        throw error(.controlCharacter, "must not hold control characters")
      }
      if !scalar.isASCII { throw error(.ascii, "must be ASCII (international names in their xn-- form)") }
      if scalar == "\\" { throw error(.backslash, "must not hold a backslash") }
    }
    return trimmed
  }

  private func scheme(of text: String) throws(PushwooshConfigurationError) -> (isSecure: Bool, rest: Substring) {
    for (scheme, isSecure) in [("https://", true), ("http://", false)]
    where text.prefix(scheme.count).lowercased() == scheme {
      return (isSecure, text.dropFirst(scheme.count))
    }
    throw error(.scheme, "must start with https://")
  }

  private func host(of authority: Substring) throws(PushwooshConfigurationError) -> Host {
    let name: Substring
    let rest: Substring
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else {
        throw error(.host, "has '[' without ']' around its host")
      }
      name = authority[...end]
      rest = authority[authority.index(after: end)...]
    } else {
      name = authority.prefix { $0 != ":" }
      rest = authority[name.endIndex...]
    }
    guard !name.isEmpty else { throw error(.host, "must have a host") }
    guard let host = Host(name) else {
      throw error(.host, "must have a host that is a name, an IPv4 address (four decimal parts) or [an IPv6 address]")
    }
    try checkPort(rest)
    return host
  }

  /// Checks what follows the host: nothing, or `:` and a port in its shortest form.
  private func checkPort(_ text: Substring) throws(PushwooshConfigurationError) {
    guard !text.isEmpty else { return }
    let digits = text.dropFirst()
    guard text.first == ":", (1...5).contains(digits.count), digits.first != "0",
      digits.utf8.allSatisfy(\.isDigit), UInt16(digits) != nil
    else { throw error(.port, "must have a port of 1…65535 or none") }
  }

  /// The path with a `/` at its end.
  private func path(_ text: Substring) throws(PushwooshConfigurationError) -> String {
    if text.contains("?") { throw error(.query, "must not have a query") }
    if text.contains("#") { throw error(.fragment, "must not have a fragment") }
    let bytes = Array(text.utf8)
    var position = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "%") {
        try checkPercentEncoding(bytes.dropFirst(position + 1).prefix(2))
        position += 3
      } else if Self.isPathByte(bytes[position]) {
        position += 1
      } else {
        throw error(.path, "has a character in its path that must be percent-encoded")
      }
    }
    for segment in text.split(separator: "/") where [".", ".."].contains(segment) {
      throw error(.path, "must not have '.' or '..' in its path")
    }
    return text.last == "/" ? String(text) : text + "/"
  }

  /// Checks the two digits after a `%`.
  ///
  /// An encoded dot, slash, backslash or control character is something else to a parser that decodes it early.
  private func checkPercentEncoding(_ digits: ArraySlice<UInt8>) throws(PushwooshConfigurationError) {
    guard digits.count == 2, digits.allSatisfy(\.isHexDigit),
      let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error(.percentEncoding, "has a '%' that two hexadecimal digits do not follow") }
    if value < 0x20 || value == 0x7f || "./\\".utf8.contains(value) {
      throw error(.percentEncoding, "must not hold an encoded '.', '/', '\\' or control character")
    }
  }

  private static func isPathByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-._~!$&'()*+,;=:@/".utf8.contains(byte)
  }
}
