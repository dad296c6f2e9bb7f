/// The grammar of entity tags (RFC 9110, 8.8.3).
enum EntityTag {
  /// `text` if it is one tag that may be stored and sent back; else nil.
  ///
  /// `*` and lists are none: sent back, they would match any answer, and flags would never change again.
  static func validated(_ text: String?) -> String? {
    guard let text, text.utf8.count <= 1024 else { return nil }
    let quoted = text.hasPrefix("W/") ? text.dropFirst(2) : Substring(text)
    guard quoted.utf8.count >= 2, quoted.utf8.first == UInt8(ascii: "\""), quoted.utf8.last == UInt8(ascii: "\"")
    else { return nil }
    let inner = quoted.utf8.dropFirst().dropLast()
    return inner.allSatisfy { $0 >= 0x21 && $0 != UInt8(ascii: "\"") && $0 != 0x7f } ? text : nil
  }
}
