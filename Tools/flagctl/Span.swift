import FeatureFlags

/// Spans of time as the shell takes them.
enum Span {
  /// The span of `text`: a whole number and a unit, such as `90s`, `5m`, `24h`; also `ms` and `d`.
  ///
  /// - Returns: nil when it is none, or is longer than 292 years.
  static func parse(_ text: String) -> Nanoseconds? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int64(digits), let unit = units[String(text.dropFirst(digits.count))] else { return nil }
    let (nanoseconds, overflow) = count.multipliedReportingOverflow(by: unit)
    return overflow ? nil : Nanoseconds(nanoseconds)
  }

  /// The span of `text` with a sign before it, such as `+1h` or `-90s`.
  static func parseSigned(_ text: String) -> Nanoseconds? {
    guard let sign = text.first, sign == "+" || sign == "-", let span = parse(String(text.dropFirst())) else {
      return parse(text)
    }
    return sign == "-" ? .zero - span : span
  }

  private static let units: [String: Int64] = [
    "ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000, "h": 3_600_000_000_000, "d": 86_400_000_000_000,
  ]
}
