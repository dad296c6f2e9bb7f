import StrictJSON

/// One measured figure, beside what it is measured against and what it should be.
struct Figure: Sendable {
  /// What a figure may be at most.
  enum Target: Sendable {
    case atMost(Double)
    /// Shown beside the others, with nothing to hold.
    case none
  }

  /// Its stable name.
  var name: String
  /// What was measured, in `unit`.
  var value: Double
  /// What it is compared with, in `unit`.
  var baseline: Double
  var unit: String
  var target: Target
  /// What else is worth knowing.
  var note = ""

  /// Value by baseline; the value itself for figures that are compared with nothing.
  var ratio: Double { baseline == 0 ? value : value / baseline }

  var holds: Bool {
    switch target {
    case .atMost(let limit): ratio <= limit
    case .none: true
    }
  }

  /// One JSON object.
  var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("name", name)
      member("value", value, &writer)
      member("baseline", baseline, &writer)
      member("ratio", ratio, &writer)
      if case .atMost(let limit) = target { member("target", limit, &writer) }
      writer.member("holds", holds)
      writer.member("unit", unit)
      if !note.isEmpty { writer.member("note", note) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func member(_ name: String, _ number: Double, _ writer: inout JSONWriter) {
    writer.member(name, JSONValue(exactly: (number * 10_000).rounded() / 10_000) ?? .null)
  }

  /// One line of the table.
  var row: String {
    let limit = if case .atMost(let limit) = target { "≤ \(Self.short(limit))" } else { "" }
    let columns = [
      name.padded(to: 26), Self.short(value).padded(to: 12), Self.short(baseline).padded(to: 12), unit.padded(to: 12),
      Self.short(ratio).padded(to: 9), limit.padded(to: 9), holds ? "yes" : "NO",
    ]
    return columns.joined(separator: " ") + (note.isEmpty ? "" : "   \(note)")
  }

  /// The head of the table.
  static let header = [
    "figure".padded(to: 26), "value".padded(to: 12), "baseline".padded(to: 12), "unit".padded(to: 12),
    "ratio".padded(to: 9), "target".padded(to: 9), "holds",
  ].joined(separator: " ")

  private static func short(_ number: Double) -> String {
    let digits = number.magnitude >= 100 ? 1.0 : number.magnitude >= 1 ? 100 : 10_000
    return "\((number * digits).rounded() / digits)"
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
