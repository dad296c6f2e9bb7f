import FeatureFlags
import StrictJSON

/// A command of the command line, taken apart and checked.
enum Command: Sendable {
  case get(key: String)
  case enabled(key: String, default: Bool)
  case property(key: String, name: String, type: PropertyType, default: JSONValue?)
  case list
  case refresh
  case impression(keys: [String])
  case status
  /// With the time between refreshes of its own; nil for the automatic ones alone.
  case watch(every: Nanoseconds?)
  case shell(isStrict: Bool)
  case clear(all: Bool)
}

/// The type that a property is asked for as (R6, R8).
enum PropertyType: String, Sendable, CaseIterable {
  case string, number, bool, integer, object, array

  /// The value of `text` when it is given as a default; nil when it is not of this type.
  func value(of text: String) -> JSONValue? {
    if self == .string { return .string(text) }
    guard let value = try? JSONReader.value(of: Array(text.utf8)) else { return nil }
    return accepts(value) ? value : nil
  }

  /// True when a property that holds `value` is of this type, without coercion.
  func accepts(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.string, .string), (.number, .number), (.number, .integer), (.bool, .bool), (.integer, .integer),
      (.object, .object), (.array, .array):
      true
    default: false
    }
  }
}
