import FlagRules
import StrictJSON

/// The server's flags file: a document that is accepted can be written, read back and evaluated for anybody.
enum FlagsFileTarget {
  private static let subjects = [
    Subject(userID: "", deviceID: ""),
    Subject(
      userID: "u-7", deviceID: "6F", platform: "linux", appVersion: "2.4.0", language: "en", isPushRegistered: true,
      tags: [
        "age": .integer(41), "plan": .string("gold"), "cities": .array([.string("Rome"), .null]), "a": .number(1e300),
        "o": .object([:]), "b": .bool(false), "n": .null, "x": .outOfRange("1e400"),
      ], lastImpressions: ["a": .min, "new_checkout": .max, "b": 1_700_000_000]),
    Subject(userID: "e\u{301}\u{0}", deviceID: "\"", platform: "\u{1F600}", appVersion: "1.0.0-alpha.1+9"),
  ]
  private static let circumstances = [
    Circumstances(now: 1_700_000_000), Circumstances(now: .min, deadlineMilliseconds: -1),
    Circumstances(now: .max, deadlineMilliseconds: .max),
  ]

  static func run(_ bytes: [UInt8]) throws {
    let document: FlagsDocument
    do {
      document = try FlagsDocument(json: bytes)
    } catch {
      try Violation.unless(!error.message.isEmpty, "an error without words")
      return
    }
    let written = JSONWriter.bytes(of: document.json)
    do {
      try Violation.unless(FlagsDocument(json: written) == document, "another document came back")
    } catch let error as DocumentError {
      throw Violation("what was written is refused: \(error)")
    }
    guard let rules = try? Ruleset(document) else { return }
    for application in document.applications.map(\.code) + ["?"] {
      for subject in subjects {
        for circumstance in circumstances {
          try check(rules, application, subject, circumstance)
        }
      }
    }
  }

  private static func check(
    _ rules: Ruleset, _ application: String, _ subject: Subject, _ circumstances: Circumstances
  ) throws {
    let result = rules.evaluate(application: application, for: subject, in: circumstances)
    try Violation.unless((result != nil) == rules.knows(application: application), "an application nobody knows")
    guard let result else { return }
    let keys = result.decisions.map(\.key) + result.undecidedKeys
    try Violation.unless(Set(keys.map { ByteString($0) }).count == keys.count, "a flag comes twice")
    for decision in result.decisions {
      let possible = rules.possibleDecisions(flagIndex: decision.flagIndex)
      try Violation.unless(possible.contains(decision), "a result that the flag \(decision.key) cannot have")
      let explanation = rules.explain(decision.key, application: application, for: subject, in: circumstances)
      try Violation.unless(explanation?.decision == decision, "explained as another result")
    }
    for key in result.undecidedKeys {
      let explanation = rules.explain(key, application: application, for: subject, in: circumstances)
      try Violation.unless(explanation?.absence == .unresolvedSegment, "left out, and explained otherwise")
    }
    if circumstances.deadlineMilliseconds == .max {
      try Violation.unless(!result.isPartial, "partial, with all the time in the world")
    }
  }
}
