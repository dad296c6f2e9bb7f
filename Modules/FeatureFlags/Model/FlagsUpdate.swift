/// That a refresh changed flags (L4).
public struct FlagsUpdate: Sendable, Hashable {
  /// The keys of the flags that changed, came or went, sorted by their bytes; never empty.
  public let changedKeys: [String]

  /// An update of the given keys.
  public init(changedKeys: [String]) {
    self.changedKeys = changedKeys
  }
}
