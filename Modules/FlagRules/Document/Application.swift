/// An app whose clients may ask for flags.
public struct Application: Sendable, Hashable {
  /// The Application Code, such as `DEMO0-00001`; not empty and without a dot.
  public var code: String

  /// False for a plan without feature flags: its clients get an empty list (T8).
  public var hasFeatureFlags: Bool

  /// An application with the given code.
  public init(code: String, hasFeatureFlags: Bool = true) {
    self.code = code
    self.hasFeatureFlags = hasFeatureFlags
  }
}
