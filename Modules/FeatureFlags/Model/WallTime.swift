/// A moment by the wall clock.
public struct WallTime: Sendable, Hashable, Comparable {
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  public let nanoseconds: Int64

  /// The moment `nanoseconds` after 1970-01-01T00:00:00Z.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The moment `seconds` after 1970-01-01T00:00:00Z, saturated.
  public init(seconds: Int64) {
    self.nanoseconds = Nanoseconds.seconds(seconds).count
  }

  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  public var seconds: Int64 {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// How long after `earlier` this is; negative when it is before.
  public func since(_ earlier: WallTime) -> Nanoseconds { Nanoseconds(nanoseconds) - Nanoseconds(earlier.nanoseconds) }

  /// The moment `span` later, saturated.
  public static func + (moment: WallTime, span: Nanoseconds) -> WallTime {
    WallTime(nanoseconds: moment.nanoseconds.saturatingAdded(span.count))
  }

  /// The moment `span` earlier, saturated.
  public static func - (moment: WallTime, span: Nanoseconds) -> WallTime {
    WallTime(nanoseconds: moment.nanoseconds.saturatingSubtracted(span.count))
  }

  /// True when the left moment is earlier.
  public static func < (left: WallTime, right: WallTime) -> Bool { left.nanoseconds < right.nanoseconds }
}
