/// The secret that the service knows the app by; it shows itself in one header and nowhere else.
struct APIToken: Sendable {
  private let secret: String

  /// The token that `text` spells, white space around it cut off; nil when nothing is left.
  ///
  /// - Throws: when it is not ASCII that prints, without spaces: it becomes a header, which a line break would end.
  init?(_ text: String) throws(PushwooshConfigurationError) {
    let trimmed = text.trimmingWhiteSpace()
    guard !trimmed.isEmpty else { return nil }
    guard trimmed.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw PushwooshConfigurationError(
        .apiToken, .characters, "must be printable ASCII without white space or control characters")
    }
    secret = trimmed
  }

  /// The value of the `Authorization` header.
  var authorization: String { "\(WireNames.authorizationScheme) \(secret)" }
}

extension APIToken: CustomStringConvertible, CustomReflectable {
  var description: String { "APIToken(…)" }
  var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
