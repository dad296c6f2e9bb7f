/// What may be shown on a terminal.
enum Terminal {
  /// `text` with the control characters made visible that a server could use to play with the terminal.
  ///
  /// Line ends, tabs and our own colours stay.
  static func safe(_ text: String) -> String {
    var safe = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1b}", let color = ["[32m", "[31m", "[0m"].first(where: { String(rest).hasPrefix($0) }) {
        safe += "\u{1b}\(color)"
        rest = rest.dropFirst(color.unicodeScalars.count)
      } else if scalar.properties.generalCategory == .control, scalar != "\n", scalar != "\t" {
        safe += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }
}
