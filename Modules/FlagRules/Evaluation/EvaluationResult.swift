/// What a set of rules says for one subject.
public struct EvaluationResult: Sendable, Hashable {
  /// The flags that could be decided, in the order of the document.
  public var decisions: [Decision] = []

  /// The keys of the flags that need a segment which could not be resolved in time.
  public var undecidedKeys: [String] = []

  /// True when flags were left out (S4).
  public var isPartial: Bool { !undecidedKeys.isEmpty }
}
