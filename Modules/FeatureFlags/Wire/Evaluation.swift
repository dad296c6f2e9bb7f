/// The flags a server evaluated for one context.
public struct Evaluation: Sendable, Hashable {
  /// A flag of the answer that could not be read; the others are not affected.
  public struct DroppedFlag: Sendable, Hashable {
    /// Its place in the list of flags, from 0.
    public var index: Int

    /// What is wrong with it.
    public var problem: String

    /// A flag at `index` dropped because of `problem`.
    public init(index: Int, problem: String) {
      self.index = index
      self.problem = problem
    }
  }

  /// The flags; no key comes twice.
  public var flags: [Flag]

  /// True when the server left out flags that it could not decide in time (S4).
  public var isPartial: Bool

  /// The tag under which the server knows this answer, if it gave one.
  public var entityTag: String?

  /// What could not be read.
  public var droppedFlags: [DroppedFlag]

  /// An evaluation with the given parts.
  public init(
    flags: [Flag], isPartial: Bool = false, entityTag: String? = nil, droppedFlags: [DroppedFlag] = []
  ) {
    self.flags = flags
    self.isPartial = isPartial
    self.entityTag = entityTag
    self.droppedFlags = droppedFlags
  }
}

/// A server's usable answer to a request for flags.
public enum EvaluationAnswer: Sendable, Hashable {
  /// The flags.
  case evaluation(Evaluation)
  /// Nothing has changed since the answer whose tag was sent along.
  case notModified
}
