/// Spans in nanoseconds, as the model and the histories count them, and how they are written.
enum Span {
  static let second: Int64 = 1_000_000_000
  static let minute = 60 * second
  static let hour = 60 * minute
  static let day = 24 * hour

  /// For example `1h 30min 5s 1ns`, or `-5min`.
  static func text(_ span: Int64) -> String {
    if span == 0 { return "0s" }
    var rest = span.magnitude
    var words: [String] = []
    for (unit, name) in [(hour, "h"), (minute, "min"), (second, "s"), (1, "ns")] {
      let count = rest / UInt64(unit)
      if count > 0 { words.append("\(count)\(name)") }
      rest %= UInt64(unit)
    }
    return (span < 0 ? "-" : "") + words.joined(separator: " ")
  }
}
