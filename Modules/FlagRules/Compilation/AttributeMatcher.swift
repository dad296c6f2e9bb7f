import StrictJSON

/// A test of an attribute's value with its operand parsed; never fails, values of another type just do not match.
enum AttributeMatcher: Sendable {
  case exists
  case oneOf(Set<JSONValue>)
  case contains(JSONValue)
  case startsWith([UInt8])
  case endsWith([UInt8])
  case number(Ordering, ExactNumber)
  case version(Ordering, SemanticVersion)
  case oneOfVersions([SemanticVersion])

  func matches(_ value: JSONValue) -> Bool {
    switch self {
    case .exists: true
    case .oneOf(let values): values.contains(value)
    case .contains(let part): Self.contains(value, part)
    case .startsWith(let prefix): Self.text(value)?.starts(with: prefix) ?? false
    case .endsWith(let suffix): Self.text(value)?.reversed().starts(with: suffix.reversed()) ?? false
    case .number(let ordering, let operand): ExactNumber(value).map { ordering.holds($0, operand) } ?? false
    case .version, .oneOfVersions:
      if case .string(let text) = value, let version = SemanticVersion(text) { matches(version) } else { false }
    }
  }

  /// The same for an attribute that has been parsed as a version.
  func matches(_ version: SemanticVersion) -> Bool {
    switch self {
    case .version(let ordering, let operand): ordering.holds(version, operand)
    case .oneOfVersions(let versions): versions.contains(version)
    default: matches(.string(version.description))
    }
  }

  private static func text(_ value: JSONValue) -> String.UTF8View? {
    if case .string(let text) = value { text.utf8 } else { nil }
  }

  /// A list contains an equal element; a string contains the same bytes in a row.
  private static func contains(_ value: JSONValue, _ part: JSONValue) -> Bool {
    switch (value, part) {
    case (.array(let elements), _): return elements.contains(part)
    case (.string(let text), .string(let part)):
      guard let first = part.utf8.first else { return true }
      var rest = text.utf8[...]
      while let start = rest.firstIndex(of: first) {
        rest = rest[start...]
        if rest.starts(with: part.utf8) { return true }
        rest = rest.dropFirst()
      }
      return false
    default: return false
    }
  }
}
