/// A moment, as the time since the machine was booted, suspend included.
public struct Uptime: Sendable, Hashable, Comparable {
  /// Nanoseconds since boot.
  public let nanoseconds: Int64

  /// The moment `nanoseconds` after boot.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// How long after `earlier` this is; negative when it is before.
  public func since(_ earlier: Uptime) -> Nanoseconds { Nanoseconds(nanoseconds) - Nanoseconds(earlier.nanoseconds) }

  /// The moment `span` later, saturated.
  public static func + (moment: Uptime, span: Nanoseconds) -> Uptime {
    Uptime(nanoseconds: moment.nanoseconds.saturatingAdded(span.count))
  }

  /// The moment `span` earlier, saturated.
  public static func - (moment: Uptime, span: Nanoseconds) -> Uptime {
    Uptime(nanoseconds: moment.nanoseconds.saturatingSubtracted(span.count))
  }

  /// True when the left moment is earlier.
  public static func < (left: Uptime, right: Uptime) -> Bool { left.nanoseconds < right.nanoseconds }
}
