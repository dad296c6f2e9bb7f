import FlagRules
import StrictJSON

/// A small generator whose numbers depend on its seed alone (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}

/// Makes documents that are valid, and subjects to try them on.
struct RandomDocument {
  var generator: SeededGenerator

  init(seed: Int) { generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed)) }

  private static let words = [
    "", "a", "beta", "e\u{301}", "é", "new_checkout", "1.0.0", "\u{1F600}\"\\\n", "linux", "u-7",
  ]
  private static let attributes = [
    "user_id", "hwid", "platform", "app_version", "language", "push_registered", "tag", "age",
  ]

  private mutating func word() -> String { Self.words.randomElement(using: &generator) ?? "" }
  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  mutating func value(depth: Int = 0) -> JSONValue {
    switch Int.random(in: 0..<(depth > 2 ? 5 : 7), using: &generator) {
    case 0: .bool(chance(50))
    case 1: .integer([0, 1, -7, 41, .max, .min].randomElement(using: &generator) ?? 0)
    case 2: .number([0.5, -2.25, 1e300, 2.3e-308].randomElement(using: &generator) ?? 0.5)
    case 3: .string(word())
    case 4: .null
    case 5: .array(values(depth: depth + 1))
    default: .object(object(depth: depth + 1))
    }
  }

  private mutating func values(depth: Int) -> [JSONValue] {
    (0..<Int.random(in: 0..<4, using: &generator)).map { _ in value(depth: depth) }
  }

  private mutating func object(depth: Int) -> JSONObject {
    var object = JSONObject()
    for value in values(depth: depth) { object[word()] = value }
    return object
  }

  private mutating func scalar() -> JSONValue {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: .bool(chance(50))
    case 1: .integer(Int64.random(in: -50...50, using: &generator))
    case 2: .number(0.25 + Double(Int.random(in: -50...50, using: &generator)))
    default: .string(word())
    }
  }

  private mutating func version() -> JSONValue {
    .string(["1", "2.0.0-rc.1", "v2.4.0", "2.4.0+b", "10"].randomElement(using: &generator) ?? "1")
  }

  mutating func test() -> AttributeTest {
    let attribute = Self.attributes.randomElement(using: &generator) ?? "tag"
    let operation = AttributeTest.Operation.allCases.randomElement(using: &generator) ?? .exists
    switch operation {
    case .exists: return AttributeTest(attribute: attribute, operation: operation)
    case .is: return AttributeTest(attribute: attribute, operation: operation, operand: scalar())
    case .in:
      let isVersion = chance(30)
      let operands = (0..<3).map { _ in isVersion ? version() : scalar() }
      return AttributeTest(
        attribute: attribute, operation: operation, operand: .array(operands), comparesVersions: isVersion)
    case .contains, .startsWith, .endsWith:
      return AttributeTest(attribute: attribute, operation: operation, operand: .string(word()))
    case .less, .atLeast, .greater, .atMost:
      let isVersion = chance(50)
      return AttributeTest(
        attribute: attribute, operation: operation,
        operand: isVersion ? version() : .integer(Int64.random(in: -50...50, using: &generator)),
        comparesVersions: isVersion)
    }
  }

  /// A condition that refers to segments below `segmentCount` and flags below `flagCount` only.
  mutating func condition(segmentCount: Int, flagCount: Int, depth: Int = 0) -> Condition {
    func parts(_ generator: inout RandomDocument) -> [Condition] {
      (0..<Int.random(in: 0..<4, using: &generator.generator)).map { _ in
        generator.condition(segmentCount: segmentCount, flagCount: flagCount, depth: depth + 1)
      }
    }
    switch Int.random(in: 0..<(depth > 3 ? 3 : 6), using: &generator) {
    case 0 where segmentCount > 0: return .segment("s\(Int.random(in: 0..<segmentCount, using: &generator))")
    case 1 where flagCount > 0: return .sawFlag("flag \(Int.random(in: 0..<flagCount, using: &generator))")
    case 3: return .all(parts(&self))
    case 4: return .any(parts(&self))
    case 5: return .not(condition(segmentCount: segmentCount, flagCount: flagCount, depth: depth + 1))
    default: return .attribute(test())
    }
  }

  private mutating func property(_ index: Int) -> PropertyDefinition {
    let kind = PropertyDefinition.Kind.allCases.randomElement(using: &generator) ?? .string
    return PropertyDefinition(key: "p\(index)", kind: kind, defaultValue: value(of: kind))
  }

  private mutating func value(of kind: PropertyDefinition.Kind) -> JSONValue {
    while true {
      let value = value()
      if kind.accepts(value) { return value }
    }
  }

  private mutating func values(of properties: [PropertyDefinition]) -> JSONObject {
    var values = JSONObject()
    for property in properties where chance(60) { values[property.key] = value(of: property.kind) }
    return values
  }

  mutating func flag(_ index: Int, segmentCount: Int, flagCount: Int) -> FlagDefinition {
    let properties = (0..<Int.random(in: 0..<4, using: &generator)).map { property($0) }
    let rules = (0..<Int.random(in: 0..<5, using: &generator)).map { place -> Rule in
      let target: Rule.Target =
        switch Int.random(in: 0..<3, using: &generator) {
        case 0 where segmentCount > 0: .segment("s\(Int.random(in: 0..<segmentCount, using: &generator))")
        case 1: .condition(condition(segmentCount: segmentCount, flagCount: flagCount))
        default: .everyone
        }
      return Rule(
        id: "r\(index)_\(place)", target: target,
        rollout: [0, 0.01, 12.345, 50, 99.99, 100].randomElement(using: &generator) ?? 100, isEnabled: chance(70),
        properties: values(of: properties))
    }
    return FlagDefinition(
      key: "flag \(index)", name: word(), isArchived: chance(10), isKilled: chance(10), properties: properties,
      rules: rules, defaultRule: DefaultRule(isEnabled: chance(30), properties: values(of: properties)))
  }

  mutating func document() -> FlagsDocument {
    let segmentCount = Int.random(in: 0..<6, using: &generator)
    let flagCount = Int.random(in: 0..<8, using: &generator)
    return FlagsDocument(
      applications: [Application(code: "A"), Application(code: "B", hasFeatureFlags: chance(50))],
      segments: (0..<segmentCount).map { index in
        Segment(
          name: "s\(index)", condition: condition(segmentCount: index, flagCount: flagCount),
          latencyMilliseconds: chance(30) ? Int.random(in: 0...400, using: &generator) : nil)
      },
      flags: (0..<flagCount).map { flag($0, segmentCount: segmentCount, flagCount: flagCount) })
  }

  mutating func subject() -> Subject {
    Subject(
      userID: chance(50) ? word() : "user-\(Int.random(in: 0..<100_000, using: &generator))", deviceID: word(),
      platform: word(),
      appVersion: ["", "2.4.0", "1.0.0-rc", "x"].randomElement(using: &generator) ?? "", language: word(),
      isPushRegistered: chance(50), tags: ["tag": value(), "age": value()],
      lastImpressions: chance(50) ? ["flag 0": [0, .min, .max].randomElement(using: &generator) ?? 0] : [:])
  }
}
