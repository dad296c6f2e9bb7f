import FeatureFlags
import Foundation

/// JSON values as code written for Foundation expects them.
enum FoundationValue {
  static func array(_ elements: [JSONValue]) -> [Any] { elements.map(any) }

  static func dictionary(_ object: JSONObject) -> [String: Any] {
    var dictionary: [String: Any] = [:]
    // Not `init(uniqueKeysWithValues:)`: keys that differ here may be equal as `String`.
    for member in object.members { dictionary[member.key] = any(member.value) }
    return dictionary
  }

  private static func any(_ value: JSONValue) -> Any {
    switch value {
    // A number without a `Double` is as good as no value (R6).
    case .null, .outOfRange: NSNull()
    case .bool(let value): value
    // A Swift `Int` could not be cast to `Double`, nor a `Double` to `Int`, which app code does.
    case .integer(let value): NSNumber(value: value)
    case .number(let value): NSNumber(value: value)
    case .string(let text): text
    case .array(let elements): array(elements)
    case .object(let object): dictionary(object)
    }
  }
}
