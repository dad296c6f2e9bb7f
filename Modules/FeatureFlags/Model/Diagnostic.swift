/// One thing worth knowing that has no caller to throw at (C5). Nothing personal is in it.
public struct Diagnostic: Sendable, Hashable {
  /// How much it matters.
  public enum Level: String, Sendable, Hashable, Comparable {
    /// What happened in the normal course.
    case info
    /// Something was ignored or dropped; the client goes on.
    case warning
    /// Something that should work does not.
    case error

    /// True when the left level matters less.
    public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .info: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// What happened, as a stable name; new codes may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The stable name.
    public let rawValue: String

    /// A code of the given stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A refresh ended well.
    public static let refreshSucceeded = Code(rawValue: "refresh-succeeded")
    /// A refresh failed (E1).
    public static let refreshFailed = Code(rawValue: "refresh-failed")
    /// A flag of an answer could not be read; the others are not affected.
    public static let flagDropped = Code(rawValue: "flag-dropped")
    /// The stored record cannot be used and was set aside (S5).
    public static let recordUnusable = Code(rawValue: "record-unusable")
    /// The store failed to read (S5).
    public static let storeReadFailed = Code(rawValue: "store-read-failed")
    /// The store failed to write or remove (S6).
    public static let storeWriteFailed = Code(rawValue: "store-write-failed")
    /// The sink did not take an impression; the next one for its flag is sent again (I4).
    public static let impressionFailed = Code(rawValue: "impression-failed")
    /// Too many impressions are waiting; this one was not taken.
    public static let impressionDropped = Code(rawValue: "impression-dropped")
    /// A blank User ID was ignored (C3).
    public static let userIDIgnored = Code(rawValue: "user-id-ignored")
    /// A change stream's reader is too slow; its oldest update was dropped.
    public static let updateDropped = Code(rawValue: "update-dropped")
  }

  /// How much it matters.
  public let level: Level

  /// What happened, for programs.
  public let code: Code

  /// What happened, for people.
  public let message: String

  /// A few values, by name.
  public let values: [String: String]

  /// A record with the given parts.
  public init(_ level: Level, _ code: Code, _ message: String, values: [String: String] = [:]) {
    self.level = level
    self.code = code
    self.message = message
    self.values = values
  }
}

extension Diagnostic: CustomStringConvertible {
  /// Level, code and message.
  public var description: String { "\(level.rawValue) \(code.rawValue): \(message)" }
}
