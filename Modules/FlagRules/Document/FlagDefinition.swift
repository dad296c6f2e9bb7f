/// A flag as its author wrote it.
public struct FlagDefinition: Sendable, Hashable {
  /// The key that clients read; compared by bytes (R3).
  public var key: String

  /// What people call it; may be empty.
  public var name: String

  /// True to leave it out of every answer (R1).
  public var isArchived: Bool

  /// True to turn it off for everyone, before any rule is asked (T6).
  public var isKilled: Bool

  /// The properties of its results, in order.
  public var properties: [PropertyDefinition]

  /// Its rules, in the order in which they are tried.
  public var rules: [Rule]

  /// What holds when no rule decides.
  public var defaultRule: DefaultRule

  /// A flag with the given parts.
  public init(
    key: String, name: String = "", isArchived: Bool = false, isKilled: Bool = false,
    properties: [PropertyDefinition] = [], rules: [Rule] = [], defaultRule: DefaultRule = DefaultRule()
  ) {
    self.key = key
    self.name = name
    self.isArchived = isArchived
    self.isKilled = isKilled
    self.properties = properties
    self.rules = rules
    self.defaultRule = defaultRule
  }
}
