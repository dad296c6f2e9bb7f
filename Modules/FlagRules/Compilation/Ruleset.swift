import StrictJSON

/// A flags document that makes sense, ready to be evaluated.
///
/// Immutable, pure and free of I/O: any number of threads may evaluate at once, and no input can make evaluation fail.
public struct Ruleset: Sendable {
  /// How deeply conditions may be nested, segments that refer to segments counted through.
  public static let maximumDepth = 128

  /// The document it was made of.
  public internal(set) var document: FlagsDocument

  let applications: [ByteString: Application]
  let segments: [CompiledSegment]
  let segmentPositions: [ByteString: Int]
  let sharedConditions: SharedConditions
  var flags: [CompiledFlag]
  var flagPositions: [ByteString: Int]

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
    segmentPositions = compiler.segmentPositions
    compiler.sharedConditions.close()
    sharedConditions = compiler.sharedConditions
    self.document = document
  }

  /// The flags of `subject`, as a client of `application` gets them; nil when there is no such application.
  ///
  /// For each flag the rules are tried in order, and the first whose target the subject is and whose rollout takes the
  /// user decides. Where it takes an unresolvable segment to know, the flag is left out, and the result is partial (S4).
  public func evaluate(
    application: String, for subject: Subject, in circumstances: Circumstances
  ) -> EvaluationResult? {
    guard let outcomes = outcomes(application: application, for: subject, in: circumstances) else { return nil }
    var result = EvaluationResult()
    result.decisions.reserveCapacity(flags.count)
    for (index, outcome) in outcomes.indices.enumerated() {
      if outcome >= 0 {
        result.decisions.append(flags[index].decision(Int(outcome), flagIndex: index))
      } else if outcome == Outcomes.undecided {
        result.undecidedKeys.append(flags[index].key)
      }
    }
    return result
  }

  /// The same in numbers.
  public func outcomes(
    application: String, for subject: Subject, in circumstances: Circumstances
  ) -> Outcomes? {
    guard let application = applications[ByteString(application)] else { return nil }
    guard application.hasFeatureFlags else {
      return Outcomes(indices: Array(repeating: Outcomes.absent, count: flags.count))
    }
    var outcomes = Outcomes()
    outcomes.indices.reserveCapacity(flags.count)
    var evaluator = Evaluator(self, subject: subject, circumstances: circumstances)
    flags.withUnsafeBufferPointer { flags in
      for index in flags.indices {
        // The array holds the flag meanwhile: counting a reference to it would be a fight of all threads for one word.
        let outcome = Unmanaged.passUnretained(flags[index])._withUnsafeGuaranteedRef { flag in
          flag.isArchived ? Outcomes.absent : evaluator.decide(flag).map { Int32($0) } ?? Outcomes.undecided
        }
        outcomes.indices.append(outcome)
        if outcome == Outcomes.undecided { outcomes.isPartial = true }
      }
    }
    return outcomes
  }

  /// How the flag `key` is decided for `subject`; nil when there is no such flag or application.
  public func explain(
    _ key: String, application: String, for subject: Subject, in circumstances: Circumstances
  ) -> Explanation? {
    guard let application = applications[ByteString(application)], let position = flagPositions[ByteString(key)]
    else { return nil }
    let flag = flags[position]
    var evaluator = Evaluator(self, subject: subject, circumstances: circumstances)
    var explanation = Explanation(steps: evaluator.steps(of: flag, ids: document.flags[position].rules.map(\.id)))
    if !application.hasFeatureFlags {
      explanation.absence = .applicationWithoutFlags
    } else if flag.isArchived {
      explanation.absence = .archived
    } else {
      explanation.decision = evaluator.decide(flag).map { flag.decision($0, flagIndex: position) }
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

  /// Every result that the flag at `index` can have: of each rule in order, then of the default; of a killed flag its one.
  public func possibleDecisions(flagIndex index: Int) -> [Decision] {
    guard flags.indices.contains(index) else { return [] }
    return flags[index].outcomes.indices.map { flags[index].decision($0, flagIndex: index) }
  }
}
