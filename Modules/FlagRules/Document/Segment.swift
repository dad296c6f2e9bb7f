/// A named group of users and devices that rules can target.
public struct Segment: Sendable, Hashable {
  /// The name under which rules and other segments refer to it.
  public var name: String

  /// Who belongs to it.
  public var condition: Condition

  /// How many milliseconds it takes to resolve; nil for no time at all.
  ///
  /// A segment slower than the deadline of an evaluation leaves the flags that need it out of the answer (S4).
  public var latencyMilliseconds: Int?

  /// A segment of those who meet `condition`.
  public init(name: String, condition: Condition, latencyMilliseconds: Int? = nil) {
    self.name = name
    self.condition = condition
    self.latencyMilliseconds = latencyMilliseconds
  }
}
