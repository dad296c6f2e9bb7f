/// The six kinds of value that JSON has, as error messages name them.
public enum JSONKind: String, Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool
  /// Any number.
  case number
  /// Text in quotes.
  case string
  /// A list in brackets.
  case array
  /// Members in braces.
  case object

  /// The kind with its article, as in "expected an object".
  public var phrase: String {
    switch self {
    case .null: "null"
    case .array, .object: "an \(rawValue)"
    case .bool: "true or false"
    case .number, .string: "a \(rawValue)"
    }
  }
}
