/// A JSON value that keeps what the text said: integers apart from fractions, booleans apart from numbers, keys by bytes.
///
/// A number is canonical: whatever its spelling (`3`, `3.0`, `30e-1`) it is ``integer(_:)`` when it is integral and fits
/// `Int64`, else ``number(_:)``. Equality therefore ignores spelling and the order of object members, and nothing else.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`; never a number.
  case bool(Bool)
  /// An integral number in the range of `Int64`, without loss.
  case integer(Int64)
  /// Any other number, as the nearest finite `Double`; make one of a `Double` with ``init(exactly:)``.
  ///
  /// The reader puts an integral `Double` here only when the text was not integral itself, as in
  /// `9007199254740993.5` or `0.9999999999999999999`.
  case number(Double)
  /// A valid number too large or too small for any `Double`, such as `1e400`: the digits as they stood.
  case outOfRange(String)
  /// Text, already unescaped.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Members with distinct keys.
  case object(JSONObject)
}

extension JSONValue: Hashable {
  /// True when both are the same value; strings and keys are compared by bytes.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.outOfRange(let a), .outOfRange(let b)): bytesAreEqual(a, b)
    case (.string(let a), .string(let b)): bytesAreEqual(a, b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  /// Feeds the value to `hasher`, in agreement with `==`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .outOfRange(let text), .string(let text): hasher.combine(ByteString(text))
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }
}

extension JSONValue {
  /// What kind of JSON value this is.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer, .number, .outOfRange: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The canonical value of a finite `double`; nil for infinities and NaN, which JSON does not have.
  public init?(exactly double: Double) {
    guard double.isFinite else { return nil }
    self = .number(double)
    // Not `Int64(exactly:)`: it pulls in rounding functions of libm, which a program without Foundation does not link.
    guard double >= -0x1p63, double < 0x1p63, double != 0 || double.sign == .plus else { return }
    let integer = Int64(double)
    if Double(integer) == double { self = .integer(integer) }
  }
}
