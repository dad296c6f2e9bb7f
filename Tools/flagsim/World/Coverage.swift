/// How often each rule and each kind of step or fault came up.
struct Coverage: Sendable, Equatable {
  private var rules = [Int](repeating: 0, count: RuleNumber.allCases.count)
  private var exercises = [Int](repeating: 0, count: Exercise.allCases.count)

  mutating func count(_ rule: RuleNumber) { rules[rule.place] += 1 }

  mutating func count(_ exercise: Exercise) { exercises[exercise.place] += 1 }

  mutating func add(_ other: Coverage) {
    for place in rules.indices { rules[place] += other.rules[place] }
    for place in exercises.indices { exercises[place] += other.exercises[place] }
  }

  /// Each rule and its count, in the order of the documentation.
  var ruleRows: [(name: String, count: Int)] {
    RuleNumber.allCases.map { ($0.rawValue, rules[$0.place]) }
  }

  /// Each kind of step or fault and its count.
  var exerciseRows: [(name: String, count: Int)] {
    Exercise.allCases.map { ($0.rawValue, exercises[$0.place]) }
  }

  /// The names of all that never came up.
  var gaps: [String] { (ruleRows + exerciseRows).filter { $0.count == 0 }.map(\.name) }
}

extension RuleNumber {
  /// Its place among all cases; they are few, and looked up often.
  fileprivate var place: Int { Self.places[self] ?? 0 }
  private static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}

extension Exercise {
  fileprivate var place: Int { Self.places[self] ?? 0 }
  private static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}
