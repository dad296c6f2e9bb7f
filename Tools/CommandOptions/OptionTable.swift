/// The part of a help text in which each line explains one thing, the explanations below each other.
public enum OptionTable {
  /// A line for each of `specs`.
  public static func lines(of specs: [OptionSpec]) -> [String] {
    lines(specs.map { ("--\($0.name)" + ($0.argument.map { " \($0)" } ?? ""), $0.help) })
  }

  /// A line for each of `rows`: what is to be typed, and what it means.
  public static func lines(_ rows: [(usage: String, meaning: String)]) -> [String] {
    let width = rows.map(\.usage.count).max() ?? 0
    return rows.map { "  " + $0.usage + String(repeating: " ", count: width - $0.usage.count + 2) + $0.meaning }
  }
}
