import StrictJSON

/// How two values stand to each other in an ordering test.
enum Ordering {
  case less, atLeast, greater, atMost

  func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .less: left < right
    case .atLeast: left >= right
    case .greater: left > right
    case .atMost: left <= right
    }
  }
}

/// A JSON number that is compared exactly: an integer of 64 bits is never rounded to a `Double` first.
struct ExactNumber: Comparable {
  private enum Value: Equatable {
    case integer(Int64)
    case double(Double)
  }

  private let value: Value

  /// The number that `value` is, or nil when it is none that can be compared.
  init?(_ value: JSONValue) {
    switch value {
    case .integer(let integer): self.value = .integer(integer)
    case .number(let double): self.value = .double(double)
    default: return nil
    }
  }

  static func == (left: ExactNumber, right: ExactNumber) -> Bool { !(left < right) && !(right < left) }

  static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    switch (left.value, right.value) {
    case (.integer(let left), .integer(let right)): left < right
    case (.double(let left), .double(let right)): left < right
    case (.integer(let integer), .double(let double)): order(integer, double) < 0
    case (.double(let double), .integer(let integer)): order(integer, double) > 0
    }
  }

  /// Below, at or above 0 as `integer` is smaller than, equal to or larger than `double`.
  private static func order(_ integer: Int64, _ double: Double) -> Int {
    if double >= 0x1p63 { return -1 }
    if double < -0x1p63 { return 1 }
    let truncated = Int64(double)
    if integer != truncated { return integer < truncated ? -1 : 1 }
    let fraction = double - Double(truncated)
    return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
  }
}
