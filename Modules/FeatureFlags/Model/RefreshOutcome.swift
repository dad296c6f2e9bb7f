/// How a refresh ended that did not fail (T2).
public struct RefreshOutcome: Sendable, Hashable {
  /// The kind of outcome; new kinds may be added.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The stable name, for logs and tests.
    public let rawValue: String

    /// A kind of the given stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The server answered, and some flag changed.
    public static let updated = Kind(rawValue: "updated")
    /// The server answered, and no flag changed.
    public static let unchanged = Kind(rawValue: "unchanged")
    /// The server answered with part of the flags; they are readable until the process ends (S4).
    public static let partial = Kind(rawValue: "partial")
    /// Nothing was sent: the last request is less than 5 minutes old (T2).
    public static let throttled = Kind(rawValue: "throttled")
  }

  /// The kind of outcome.
  public let kind: Kind

  /// The keys of the flags that changed, came or went, sorted by their bytes.
  public let changedKeys: [String]

  /// When the next refresh is sent, by the wall clock; nil unless `kind` is ``Kind/throttled``.
  public let throttledUntil: WallTime?

  /// An outcome with the given parts.
  public init(kind: Kind, changedKeys: [String] = [], throttledUntil: WallTime? = nil) {
    self.kind = kind
    self.changedKeys = changedKeys
    self.throttledUntil = throttledUntil
  }
}
