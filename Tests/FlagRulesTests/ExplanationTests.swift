import FlagRules
import Testing

struct ExplanationTests {
  private func explain(_ flag: String, key: String = "f", application: String = "A", deadline: Int = 200) throws
    -> Explanation?
  {
    try ruleset(flag: flag, segments: #"{"slow":{"all":[],"latency-ms":300}}"#).explain(
      key, application: application, for: someone, in: Circumstances(now: 0, deadlineMilliseconds: deadline))
  }

  @Test("An explanation shows every rule: target, bucket, and whether it would decide")
  func steps() throws {
    let explanation = try #require(
      try explain(
        #""rules":[{"id":"a","rollout":0},{"id":"b","when":{"any":[]}},{"id":"c","segment":"slow"},{"id":"d"}]"#))
    #expect(explanation.steps.map(\.target) == [.yes, .no, .unknown, .yes])
    #expect(explanation.steps.map(\.decides) == [.no, .no, .unknown, .yes])
    #expect(explanation.steps.map(\.takenBuckets) == [0, 10_000, 10_000, 10_000])
    #expect(explanation.steps.map(\.bucket) == ["a", "b", "c", "d"].map { Rollout.bucket(ruleID: $0, userID: "u-7") })
    #expect(explanation.decision == nil)
    #expect(explanation.absence == .unresolvedSegment)
  }

  @Test("The decision of an explanation is the one of the evaluation")
  func decision() throws {
    let explanation = try #require(try explain(#""rules":[{"id":"c","segment":"slow"}]"#, deadline: 300))
    #expect(explanation.decision?.ruleID == "c")
    #expect(explanation.absence == nil)
  }

  @Test("An explanation says why a flag is in no answer")
  func absences() throws {
    #expect(try explain(#""archived":true"#)?.absence == .archived)
    #expect(try explain("\"name\":\"\"", key: "F") == nil)
    #expect(try explain("\"name\":\"\"", application: "B") == nil)
    let plain = try Ruleset(document(sampleFile)).explain(
      "new_checkout", application: "PLAIN-00001", for: someone, in: Circumstances(now: 0))
    #expect(plain?.absence == .applicationWithoutFlags)
  }
}
