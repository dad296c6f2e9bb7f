/// Text for a terminal: what the source code writes stands as it is, what is put into it is made harmless.
///
/// Servers, files and people supply what is put in; line ends and colours come from the program alone.
struct DisplayText: Sendable, Hashable, CustomStringConvertible {
  /// The text, ready to be shown.
  private(set) var description: String

  var isEmpty: Bool { description.isEmpty }

  /// The lines of `parts`, with `separator` between them.
  static func joined(_ parts: [DisplayText], separator: String = "\n") -> DisplayText {
    DisplayText(raw: parts.map(\.description).joined(separator: separator))
  }

  /// `text` in green for on and red for off.
  static func colored(_ text: String, isOn: Bool) -> DisplayText {
    DisplayText(raw: "\u{1b}[\(isOn ? 32 : 31)m\(Terminal.safe(text))\u{1b}[0m")
  }

  /// `text` with its line ends and tabs, for a value that is shown alone.
  static func value(_ text: String) -> DisplayText {
    DisplayText(raw: Terminal.safe(text, keepsLines: true))
  }

  /// The same on one line.
  var onOneLine: DisplayText {
    let lines = description.split(separator: "\n").map { $0.drop { $0 == " " } }
    return DisplayText(raw: lines.joined(separator: "; "))
  }

  private init(raw: String) {
    description = raw
  }
}

extension DisplayText: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation(_ text: DisplayText) { self.text += text.description }

    mutating func appendInterpolation(_ value: some CustomStringConvertible) { text += Terminal.safe("\(value)") }
  }

  init(stringLiteral value: String) {
    self.init(raw: value)
  }

  init(stringInterpolation: StringInterpolation) {
    self.init(raw: stringInterpolation.text)
  }
}
