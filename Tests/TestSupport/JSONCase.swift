/// A text and what a strict reader of RFC 8259 makes of it; a table of ours over every kind of text that suites try.
public struct JSONCase: Sendable, CustomStringConvertible {
  /// The text, which need not be UTF-8.
  public let bytes: [UInt8]

  /// How a writer spells what is read, without white space; nil for a text that is refused.
  public let canonical: String?

  /// The text, shortened.
  public var description: String {
    "\(bytes.count) bytes: \(String(decoding: bytes.prefix(60), as: UTF8.self).debugDescription)"
  }

  /// A text that is read as what `canonical` spells.
  static func reads(_ text: String, as canonical: String? = nil) -> JSONCase {
    JSONCase(bytes: Array(text.utf8), canonical: canonical ?? text)
  }

  /// A text that is refused.
  static func refuses(_ text: String) -> JSONCase { refuses(Array(text.utf8)) }

  /// Bytes that are refused.
  static func refuses(_ bytes: [UInt8]) -> JSONCase { JSONCase(bytes: bytes, canonical: nil) }

  /// The whole table.
  public static let all: [JSONCase] = [
    values, goodNumbers, goodStrings, structures, badNumbers, badStrings, badLiterals, encodings,
  ].flatMap { $0 }
}
