import StrictJSON

/// Evaluates flags for one subject and remembers what several of them ask.
///
/// Truth has three values. An `all` with a false part is false and an `any` with a true part is true even when another
/// part is unknown, so a flag is left out only when its result really hangs on a segment that is too slow.
struct Evaluator {
  private static let impressionLifetime: Int64 = 30 * 24 * 60 * 60

  private let segments: [CompiledSegment]
  private let sharedConditions: [CompiledCondition]
  private let subject: Subject
  private let circumstances: Circumstances
  private var knownSegments: [Truth?] = []
  private var knownConditions: [Truth?] = []
  /// The app's version: nil until asked for, then the version, or nil inside when there is none.
  private var appVersion: SemanticVersion??
  /// The user id, ready to be hashed.
  private let userID: Murmur3.Words

  init(_ ruleset: Ruleset, subject: Subject, circumstances: Circumstances) {
    segments = ruleset.segments
    sharedConditions = ruleset.sharedConditions.conditions
    self.subject = subject
    self.circumstances = circumstances
    userID = Murmur3.Words(subject.userID)
  }

  /// Which of the outcomes of `flag` it is; nil when that cannot be told in time.
  mutating func decide(_ flag: CompiledFlag) -> Int? {
    if flag.isKilled { return 0 }
    for index in flag.rules.indices {
      switch decides(flag.rules[index], of: flag) {
      case .yes: return index
      case .no: continue
      case .unknown: return nil
      }
    }
    return flag.rules.count
  }

  /// What comes of each rule of `flag`.
  mutating func steps(of flag: CompiledFlag, ids: [String]) -> [Explanation.Step] {
    var steps: [Explanation.Step] = []
    for (id, rule) in zip(ids, flag.rules) {
      steps.append(
        Explanation.Step(
          ruleID: id, target: truth(ofTarget: rule, of: flag), bucket: bucket(rule),
          takenBuckets: rule.rollout.buckets, decides: decides(rule, of: flag)))
    }
    return steps
  }

  /// The rollout is asked first: it costs less, and a rule that does not take the user needs no segment.
  private mutating func decides(_ rule: CompiledRule, of flag: CompiledFlag) -> Truth {
    if rule.rollout.buckets < Rollout.bucketCount, !rule.rollout.takes(bucket: bucket(rule)) { return .no }
    return truth(ofTarget: rule, of: flag)
  }

  private func bucket(_ rule: CompiledRule) -> UInt32 { rule.bucket(userID) }

  private mutating func truth(ofTarget rule: CompiledRule, of flag: CompiledFlag) -> Truth {
    switch rule.target {
    case .everyone: .yes
    case .segment(let index): truth(ofSegment: index)
    case .sharedCondition(let index): truth(ofSharedCondition: index)
    case .ownCondition(let index): truth(flag.conditions[index])
    }
  }

  private mutating func truth(ofSharedCondition index: Int) -> Truth {
    if knownConditions.isEmpty { knownConditions = Array(repeating: nil, count: sharedConditions.count) }
    if let known = knownConditions[index] { return known }
    let truth = truth(sharedConditions[index])
    knownConditions[index] = truth
    return truth
  }

  private mutating func truth(_ condition: CompiledCondition) -> Truth {
    switch condition {
    case .all(let conditions): first(.no, in: conditions, else: .yes)
    case .any(let conditions): first(.yes, in: conditions, else: .no)
    case .not(let condition): !truth(condition)
    case .attribute(let name, let matcher): Truth(matches(name, matcher))
    case .segment(let index): truth(ofSegment: index)
    case .sawFlag(let key): Truth(sawFlag(key))
    }
  }

  /// `decisive` as soon as one condition is that, else unknown if one is unknown, else `other`.
  private mutating func first(_ decisive: Truth, in conditions: [CompiledCondition], else other: Truth) -> Truth {
    var result = other
    for condition in conditions {
      let truth = truth(condition)
      if truth == decisive { return decisive }
      if truth == .unknown { result = .unknown }
    }
    return result
  }

  private mutating func truth(ofSegment index: Int) -> Truth {
    if knownSegments.isEmpty { knownSegments = Array(repeating: nil, count: segments.count) }
    if let known = knownSegments[index] { return known }
    let segment = segments[index]
    let isResolvable = segment.latencyMilliseconds <= circumstances.deadlineMilliseconds
    let truth = isResolvable ? truth(segment.condition) : .unknown
    knownSegments[index] = truth
    return truth
  }

  private mutating func matches(_ name: AttributeName, _ matcher: AttributeMatcher) -> Bool {
    switch (name, matcher) {
    case (.appVersion, .version), (.appVersion, .oneOfVersions):
      let version = appVersion ?? SemanticVersion(subject.appVersion)
      appVersion = .some(version)
      return version.map(matcher.matches) ?? false
    default: return name.value(in: subject).map { matcher.matches($0) } ?? false
    }
  }

  private func sawFlag(_ key: ByteString) -> Bool {
    guard let time = subject.lastImpressions[key] else { return false }
    let (age, overflow) = circumstances.now.subtractingReportingOverflow(time)
    return !overflow && age <= Self.impressionLifetime
  }
}
