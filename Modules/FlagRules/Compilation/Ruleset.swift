import StrictJSON

/// A flags document that makes sense, ready to be evaluated.
///
/// Immutable, pure and free of I/O: any number of threads may evaluate at once, and no input can make evaluation fail.
public struct Ruleset: Sendable {
  /// How deeply conditions may be nested, segments that refer to segments counted through.
  public static let maximumDepth = 128

  /// The document it was made of.
  public let document: FlagsDocument

  let applications: [ByteString: Application]
  let segments: [CompiledSegment]
  let flags: [CompiledFlag]
  let flagPositions: [ByteString: Int]

  /// Checks `document` and prepares it.
  ///
  /// - Throws: the first thing that makes no sense, with its path: a name, key or id that is empty, reserved or comes
  ///   twice, a segment or flag that does not exist, segments that need each other, an operand or property of a wrong
  ///   type, a number out of its range.
  public init(_ document: FlagsDocument) throws(DocumentError) {
    var compiler = try Compiler(document)
    applications = try compiler.compileApplications()
    segments = try compiler.compileSegments()
    flags = try compiler.compileFlags()
    flagPositions = compiler.flagPositions
    self.document = document
  }

  /// The flags of `subject`, as a client of `application` gets them; nil when there is no such application.
  ///
  /// For each flag the rules are tried in order, and the first whose target the subject is and whose rollout takes the
  /// user decides. Where it takes an unresolvable segment to know, the flag is left out, and the result is partial (S4).
  public func evaluate(
    application: String, for subject: Subject, in circumstances: Circumstances
  ) -> EvaluationResult? {
    guard let application = applications[ByteString(application)] else { return nil }
    var result = EvaluationResult()
    guard application.hasFeatureFlags else { return result }
    result.decisions.reserveCapacity(flags.count)
    var evaluator = Evaluator(segments: segments, subject: subject, circumstances: circumstances)
    for flag in flags where !flag.isArchived {
      if let decision = evaluator.decide(flag) {
        result.decisions.append(decision)
      } else {
        result.undecidedKeys.append(flag.key)
      }
    }
    return result
  }

  /// How the flag `key` is decided for `subject`; nil when there is no such flag or application.
  public func explain(
    _ key: String, application: String, for subject: Subject, in circumstances: Circumstances
  ) -> Explanation? {
    guard let application = applications[ByteString(application)], let position = flagPositions[ByteString(key)]
    else { return nil }
    let flag = flags[position]
    var evaluator = Evaluator(segments: segments, subject: subject, circumstances: circumstances)
    var explanation = Explanation(steps: evaluator.steps(of: flag))
    if !application.hasFeatureFlags {
      explanation.absence = .applicationWithoutFlags
    } else if flag.isArchived {
      explanation.absence = .archived
    } else {
      explanation.decision = evaluator.decide(flag)
      if explanation.decision == nil { explanation.absence = .unresolvedSegment }
    }
    return explanation
  }

  /// The definition of the flag `key`, compared by bytes; nil when there is none.
  public func flag(_ key: String) -> FlagDefinition? {
    flagPositions[ByteString(key)].map { document.flags[$0] }
  }

  /// The place of the flag `key` in the document's list; nil when there is none.
  public func flagIndex(_ key: String) -> Int? { flagPositions[ByteString(key)] }

  /// True when clients of `application` are known.
  public func knows(application: String) -> Bool { applications[ByteString(application)] != nil }

  /// Every result that the flag at `index` can have: of each rule in order, then of the default, then killed.
  public func possibleDecisions(flagIndex index: Int) -> [Decision] {
    guard flags.indices.contains(index) else { return [] }
    let flag = flags[index]
    if let killed = flag.killedDecision { return [killed] }
    return flag.rules.map(\.decision) + [flag.defaultDecision]
  }
}
