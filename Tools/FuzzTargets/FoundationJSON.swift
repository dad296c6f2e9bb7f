import Foundation
import StrictJSON

/// What our reader takes, Foundation's takes with the same value. The differences, all of them:
///
/// - A number that no `Double` holds: ours keeps its digits, Foundation refuses the text or makes it 0 or infinite.
/// - A number of many digits: Foundation keeps it as a decimal of 38 digits. Its `doubleValue` may be a few steps away from
///   the nearest; its text is the number's.
/// - An integral number that is spelled with a fraction or exponent and does not fit a `Double`: ours is exact.
/// - Keys that are canonically equivalent: ours are two (R3), Foundation keeps one of them.
/// - A U+FEFF inside a string: ours keeps it, Foundation drops one that is first or follows an escape, as a byte order
///   mark.
/// - Foundation also takes a byte order mark, UTF-16 and UTF-32; ours refuses them, so they never come here.
enum FoundationJSON {
  /// Throws unless Foundation reads `bytes` as `value`.
  static func check(_ bytes: [UInt8], against value: JSONValue) throws {
    guard !holdsOutOfRange(value) else { return }
    let object: Any
    do {
      object = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    } catch {
      throw Violation("Foundation refuses it: \(error)")
    }
    try compare(object, value)
  }

  private static func holdsOutOfRange(_ value: JSONValue) -> Bool {
    switch value {
    case .outOfRange: true
    case .array(let elements): elements.contains(where: holdsOutOfRange)
    case .object(let object): object.members.contains { holdsOutOfRange($0.value) }
    default: false
    }
  }

  private static func compare(_ object: Any, _ value: JSONValue) throws {
    switch value {
    case .null: try Violation.unless(object is NSNull, "null became \(object)")
    case .bool(let bool):
      try Violation.unless(isBool(object) && (object as? Bool) == bool, "\(bool) became \(object)")
    case .integer(let integer):
      guard !isBool(object), let number = object as? NSNumber else { throw Violation("\(integer) became \(object)") }
      try Violation.unless(
        number.int64Value == integer || number.doubleValue == Double(integer), "\(integer) became \(number)")
    case .number(let double):
      guard !isBool(object), let number = object as? NSNumber else { throw Violation("\(double) became \(object)") }
      try Violation.unless(isSame(number, double), "\(double) became \(number)")
    case .string(let text):
      guard let string = object as? String else { throw Violation("a string became \(type(of: object))") }
      try Violation.unless(isSame(string, text), "another string")
    case .array(let elements):
      guard let array = object as? [Any] else { throw Violation("an array became \(type(of: object))") }
      try Violation.unless(array.count == elements.count, "\(elements.count) elements became \(array.count)")
      for (element, value) in zip(array, elements) { try compare(element, value) }
    case .object(let members):
      guard let dictionary = object as? [String: Any] else { throw Violation("an object became \(type(of: object))") }
      // One that drops a part of its keys may have fewer of them, under other names.
      guard !members.members.contains(where: { $0.key.unicodeScalars.contains(byteOrderMark) }) else { return }
      let keys = Set(members.members.map(\.key))
      try Violation.unless(dictionary.count == keys.count, "\(keys.count) members became \(dictionary.count)")
      guard keys.count == members.count else { return }
      for member in members.members {
        guard let value = dictionary[member.key] else { throw Violation("a member was lost") }
        try compare(value, member.value)
      }
    case .outOfRange: throw Violation("not looked for")
    }
  }

  private static let byteOrderMark: Unicode.Scalar = "\u{feff}"

  private static func isSame(_ string: String, _ text: String) -> Bool {
    if string.utf8.elementsEqual(text.utf8) { return true }
    return string.unicodeScalars.filter { $0 != byteOrderMark }
      .elementsEqual(text.unicodeScalars.filter { $0 != byteOrderMark })
  }

  private static func isSame(_ number: NSNumber, _ double: Double) -> Bool {
    if number.doubleValue == double || Double(number.stringValue) == double { return true }
    return (number.doubleValue - double).magnitude <= 2 * double.ulp
  }

  private static func isBool(_ object: Any) -> Bool {
    guard let number = object as? NSNumber else { return false }
    return String(cString: number.objCType) == "c"
  }
}
