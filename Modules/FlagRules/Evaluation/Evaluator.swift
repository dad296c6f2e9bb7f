import StrictJSON

/// Evaluates flags for one subject and remembers what several of them ask.
///
/// Truth has three values. An `all` with a false part is false and an `any` with a true part is true even when another
/// part is unknown, so a flag is left out only when its result really hangs on a segment that is too slow.
struct Evaluator {
  private static let impressionLifetime: Int64 = 30 * 24 * 60 * 60

  private let segments: [CompiledSegment]
  private let subject: Subject
  private let circumstances: Circumstances
  private var knownSegments: [Truth?] = []
  /// The app's version: nil until asked for, then the version, or nil inside when there is none.
  private var appVersion: SemanticVersion??
  private var buffer: [UInt8] = []

  init(segments: [CompiledSegment], subject: Subject, circumstances: Circumstances) {
    self.segments = segments
    self.subject = subject
    self.circumstances = circumstances
  }

  /// Which of the outcomes of `flag` it is; nil when that cannot be told in time.
  mutating func decide(_ flag: CompiledFlag) -> Int? {
    if flag.isKilled { return 0 }
    for index in flag.rules.indices {
      switch decides(flag.rules[index]) {
      case .yes: return index
      case .no: continue
      case .unknown: return nil
      }
    }
    return flag.rules.count
  }

  /// What comes of each rule of `flag`.
  mutating func steps(of flag: CompiledFlag) -> [Explanation.Step] {
    var steps: [Explanation.Step] = []
    for rule in flag.rules {
      steps.append(
        Explanation.Step(
          ruleID: rule.id, target: rule.condition.map { truth($0) } ?? .yes,
          bucket: rule.bucket(userID: subject.userID, buffer: &buffer), takenBuckets: rule.rollout.buckets,
          decides: decides(rule)))
    }
    return steps
  }

  /// The rollout is asked first: it costs less, and a rule that does not take the user needs no segment.
  private mutating func decides(_ rule: CompiledRule) -> Truth {
    if rule.rollout.buckets < Rollout.bucketCount,
      !rule.rollout.takes(bucket: rule.bucket(userID: subject.userID, buffer: &buffer))
    {
      return .no
    }
    guard let condition = rule.condition else { return .yes }
    return truth(condition)
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
