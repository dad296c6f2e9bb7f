import StrictJSON

/// Makes canonical values of every kind, of bounded size.
struct RandomJSON {
  var generator: SplitMix64

  private static let scalars: [Unicode.Scalar] = [
    "a", "Z", "0", " ", "\"", "\\", "/", "\u{0}", "\u{1f}", "\n", "\r", "\t", "\u{8}", "\u{c}", "\u{7f}", "\u{80}",
    "\u{e9}", "\u{301}", "\u{2028}", "\u{d7ff}", "\u{e000}", "\u{ffff}", "\u{1f600}", "\u{10ffff}",
  ]

  mutating func value(depth: Int = 4) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2: return .integer(.random(in: .min ... .max, using: &generator))
    case 3: return .integer(.random(in: -10...10, using: &generator))
    case 4: return number()
    case 5:
      return .outOfRange(
        ["1e400", "-1e400", "1e-400", "-2.5E+9999", "0.1e-999"].randomElement(using: &generator) ?? "1e400")
    case 6: return .string(string())
    case 7: return .array((0..<Int.random(in: 0...5, using: &generator)).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0...12, using: &generator) { object[string()] = value(depth: depth - 1) }
      return .object(object)
    }
  }

  /// Any finite `Double`, of any exponent.
  private mutating func number() -> JSONValue {
    JSONValue(exactly: Double(bitPattern: generator.next())) ?? .null
  }

  mutating func string() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      text.unicodeScalars.append(Self.scalars.randomElement(using: &generator) ?? "?")
    }
    return text
  }
}
