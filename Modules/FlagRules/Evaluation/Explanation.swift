/// How one flag was decided, rule by rule, for people who ask why.
public struct Explanation: Sendable, Hashable {
  /// What came of one rule.
  public struct Step: Sendable, Hashable {
    /// The rule's id.
    public var ruleID: String

    /// Whether the subject is among those the rule is for.
    public var target: Truth

    /// The subject's bucket for this rule, from 0 to 9,999.
    public var bucket: UInt32

    /// How many buckets, from the first, the rule takes.
    public var takenBuckets: UInt32

    /// Whether the rule decides, if no earlier one does.
    public var decides: Truth
  }

  /// Why a flag is in no answer.
  public enum Absence: Sendable, Hashable {
    /// It is archived.
    case archived
    /// The application has no feature flags.
    case applicationWithoutFlags
    /// It needs segments that cannot be resolved in time.
    case unresolvedSegment
  }

  /// Every rule, in order, those after the deciding one too.
  public var steps: [Step]

  /// The result, when the flag is in the answer.
  public var decision: Decision?

  /// Why it is not, when it is not.
  public var absence: Absence?
}
