public import StrictJSON

/// A property that every result of a flag has: its name, its type and the value it has when no rule says otherwise.
public struct PropertyDefinition: Sendable, Hashable {
  /// What values a property may have, under the names of the file.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Text.
    case string
    /// Any number that a `Double` or an `Int64` can hold.
    case number
    /// `true` or `false`.
    case bool
    /// A JSON object.
    case object
    /// A JSON array.
    case array
    /// A JSON object or array.
    case json

    /// True when a property of this kind may have `value`; nothing is converted (R6).
    public func accepts(_ value: JSONValue) -> Bool {
      switch (self, value) {
      case (.string, .string), (.number, .integer), (.number, .number), (.bool, .bool), (.object, .object),
        (.array, .array), (.json, .object), (.json, .array):
        true
      default: false
      }
    }

    /// What a value of this kind has to be, for messages.
    var phrase: String {
      switch self {
      case .string: "a string"
      case .number: "a number in the range of a Double"
      case .bool: "true or false"
      case .object: "an object"
      case .array: "an array"
      case .json: "an object or an array"
      }
    }
  }

  /// The name; not empty, and once in a flag.
  public var key: String

  /// What values it may have.
  public var kind: Kind

  /// Its value in every result that is off, and where the deciding rule gives none (R7).
  public var defaultValue: JSONValue

  /// A property with the given parts.
  public init(key: String, kind: Kind, defaultValue: JSONValue) {
    self.key = key
    self.kind = kind
    self.defaultValue = defaultValue
  }
}
