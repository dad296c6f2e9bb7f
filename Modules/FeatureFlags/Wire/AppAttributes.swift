/// What an app says of itself, for rules that target it.
public struct AppAttributes: Sendable, Hashable {
  /// The platform, `linux` by default.
  public var platform: String

  /// The app's version, such as `2.4.0`; empty when unknown.
  public var version: String

  /// The language of its user, such as `en`; empty when unknown.
  public var language: String

  /// Attributes with the given values.
  public init(platform: String = "linux", version: String = "", language: String = "") {
    self.platform = platform
    self.version = version
    self.language = language
  }
}
