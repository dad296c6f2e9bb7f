/// Which result each flag of a ruleset has for one subject, in numbers: what is needed to look prepared answers up.
public struct Outcomes: Sendable, Hashable {
  /// The outcome of a flag that is in no answer, because it is archived or the application has no flags.
  public static let absent: Int32 = -1

  /// The outcome of a flag that needs a segment which could not be resolved in time.
  public static let undecided: Int32 = -2

  /// For each flag, in the order of the document, ``absent``, ``undecided`` or the place of its result among
  /// ``Ruleset/possibleDecisions(flagIndex:)``.
  public var indices: [Int32] = []

  /// True when a flag is undecided (S4).
  public var isPartial = false
}
