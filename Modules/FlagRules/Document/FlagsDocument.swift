/// What a flags file says: applications, segments and flags, in their order.
///
/// A document is plain data and may hold anything; a ``Ruleset`` is made only of one that makes sense.
public struct FlagsDocument: Sendable, Hashable {
  /// The applications whose clients may ask.
  public var applications: [Application]

  /// The named segments.
  public var segments: [Segment]

  /// The flags, in the order in which answers list them.
  public var flags: [FlagDefinition]

  /// A document with the given parts.
  public init(applications: [Application] = [], segments: [Segment] = [], flags: [FlagDefinition] = []) {
    self.applications = applications
    self.segments = segments
    self.flags = flags
  }
}
