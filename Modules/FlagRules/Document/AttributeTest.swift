public import StrictJSON

/// A test of one attribute of a user or device, as it stands in the file.
///
/// Which operations take which operands is checked when a ``Ruleset`` is made. A missing attribute meets no test, and
/// values are never converted: text is not a number, and a number is not text.
public struct AttributeTest: Sendable, Hashable {
  /// What a test does, under the names of the file.
  public enum Operation: String, Sendable, Hashable, CaseIterable {
    /// The same string, number or boolean, byte for byte; with versions the same precedence.
    case `is`
    /// One of a list.
    case `in`
    /// A part of a string, or an element of a list.
    case contains
    /// The beginning of a string.
    case startsWith = "starts-with"
    /// The end of a string.
    case endsWith = "ends-with"
    /// Smaller than a number or version.
    case less
    /// The same as a number or version, or larger.
    case atLeast = "at-least"
    /// Larger than a number or version.
    case greater
    /// The same as a number or version, or smaller.
    case atMost = "at-most"
    /// Any value; takes no operand.
    case exists
  }

  /// `user_id`, `hwid`, `platform`, `app_version`, `language`, `push_registered`, or the name of a tag.
  public var attribute: String

  /// What is asked of its value.
  public var operation: Operation

  /// What its value is compared with; nil for ``Operation/exists``.
  public var operand: JSONValue?

  /// True to compare as semantic versions.
  public var comparesVersions: Bool

  /// A test with the given parts.
  public init(
    attribute: String, operation: Operation, operand: JSONValue? = nil, comparesVersions: Bool = false
  ) {
    self.attribute = attribute
    self.operation = operation
    self.operand = operand
    self.comparesVersions = comparesVersions
  }
}
