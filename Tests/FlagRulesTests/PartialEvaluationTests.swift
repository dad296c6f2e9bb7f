import FlagRules
import Testing

struct PartialEvaluationTests {
  private let segments = """
    {"slow":{"all":[],"latency-ms":200},"never":{"any":[],"latency-ms":0},"outer":{"segment":"slow"}}
    """

  private func result(_ rules: String, deadline: Int) throws -> EvaluationResult {
    try #require(
      try ruleset(flag: #""rules":[\#(rules)]"#, segments: segments).evaluate(
        application: "A", for: someone, in: Circumstances(now: 0, deadlineMilliseconds: deadline)))
  }

  @Test("S4: a flag that needs a segment slower than the deadline is left out, and the result is partial")
  func leftOut() throws {
    for rule in [
      #"{"id":"r","segment":"slow"}"#, #"{"id":"r","segment":"outer"}"#,
      #"{"id":"r","when":{"not":{"segment":"slow"}}}"#,
      #"{"id":"r","when":{"all":[{"segment":"slow"},{"all":[]}]}}"#, #"{"id":"r","when":{"any":[{"segment":"slow"}]}}"#,
    ] {
      let result = try result(rule, deadline: 199)
      #expect(result.undecidedKeys == ["f"])
      #expect(result.isPartial)
      #expect(result.decisions.map(\.key) == ["seen"])
    }
  }

  @Test("A segment that takes exactly the deadline is resolved")
  func inTime() throws {
    let result = try result(#"{"id":"r","segment":"outer"}"#, deadline: 200)
    #expect(!result.isPartial)
    #expect(result.decisions.first?.ruleID == "r")
  }

  @Test("A flag whose result does not hang on the slow segment is decided")
  func notNeeded() throws {
    for (rules, ruleID) in [
      (#"{"id":"a"},{"id":"b","segment":"slow"}"#, "a"),
      (#"{"id":"a","segment":"slow","rollout":0}"#, "default"),
      (#"{"id":"a","when":{"any":[{"segment":"slow"},{"all":[]}]}}"#, "a"),
      (#"{"id":"a","when":{"all":[{"segment":"slow"},{"any":[]}]}}"#, "default"),
    ] {
      let result = try result(rules, deadline: 0)
      #expect(!result.isPartial)
      #expect(result.decisions.first?.ruleID == ruleID)
    }
  }

  @Test("A killed flag is decided whatever its rules need")
  func killed() throws {
    let rules = try ruleset(flag: #""killed":true,"rules":[{"id":"r","segment":"slow"}]"#, segments: segments)
    #expect(rules.decision(someone, deadline: -1)?.ruleID == "")
  }

  @Test("Below 0 no segment is resolved, not even one that takes no time")
  func nothingResolved() throws {
    #expect(try result(#"{"id":"r","segment":"never"}"#, deadline: 0).isPartial == false)
    #expect(try result(#"{"id":"r","segment":"never"}"#, deadline: -1).undecidedKeys == ["f"])
  }
}
