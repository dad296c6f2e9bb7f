import FlagRules
import StrictJSON
import Testing

struct EvaluationTests {
  private func evaluate(_ subject: Subject, application: String = "DEMO0-00001") throws -> EvaluationResult? {
    try Ruleset(document(sampleFile)).evaluate(application: application, for: subject, in: Circumstances(now: 0))
  }

  @Test("The deciding rule gives its state, its id, and its properties over the defaults")
  func rule() throws {
    let decision = try #require(try evaluate(someone)?.decisions.first)
    #expect(decision.key == "new_checkout")
    #expect(decision.isEnabled)
    #expect(decision.ruleID == "r_1a2b3c4d")
    #expect(decision.properties == ["button_color": .string("green"), "max_items": .integer(5)])
    #expect(decision.reason == .rule(0))
  }

  @Test("R5, R7: where no rule decides the rule id is default, and off results carry the default properties")
  func noRule() throws {
    let decision = try #require(try evaluate(Subject(userID: "u", deviceID: "d", appVersion: "1.9"))?.decisions.first)
    #expect(!decision.isEnabled)
    #expect(decision.ruleID == "default")
    #expect(decision.properties == ["button_color": .string("blue"), "max_items": .integer(3)])
    #expect(decision.reason == .noRule)
  }

  @Test("R7: a rule that turns a flag off gives the default properties, not its own")
  func offRule() throws {
    let rules = try ruleset(
      flag: """
        "properties":[{"key":"p","type":"number","default":1}],
        "rules":[{"id":"r","enabled":false,"properties":{"p":2}}],"default":{"enabled":true,"properties":{"p":3}}
        """)
    let decision = rules.decision(someone)
    #expect(decision?.isEnabled == false)
    #expect(decision?.ruleID == "r")
    #expect(decision?.properties == ["p": .integer(1)])
  }

  @Test("A default that is on carries its own properties")
  func defaultOn() throws {
    let rules = try ruleset(
      flag: """
        "properties":[{"key":"p","type":"json","default":[1]}],"default":{"enabled":true,"properties":{"p":{"a":2}}}
        """)
    #expect(rules.decision(someone)?.properties == ["p": .object(["a": .integer(2)])])
  }

  @Test("R5, T6: a killed flag is off with an empty rule id and default properties")
  func killed() throws {
    let rules = try ruleset(
      flag:
        #""killed":true,"properties":[{"key":"p","type":"bool","default":false}],"rules":[{"id":"r","properties":{"p":true}}]"#
    )
    let decision = rules.decision(someone)
    #expect(decision?.isEnabled == false)
    #expect(decision?.ruleID == "")
    #expect(decision?.properties == ["p": .bool(false)])
    #expect(decision?.reason == .killed)
  }

  @Test("R1: an archived flag is absent, killed or not", arguments: [true, false])
  func archived(isKilled: Bool) throws {
    #expect(try ruleset(flag: #""archived":true,"killed":\#(isKilled)"#).decision(someone) == nil)
  }

  @Test("T8: an application without the feature gets no flags; an unknown one no answer")
  func applications() throws {
    let plain = try #require(try evaluate(someone, application: "PLAIN-00001"))
    #expect(plain.decisions.isEmpty && !plain.isPartial)
    #expect(try evaluate(someone, application: "OTHER") == nil)
    let rules = try Ruleset(document(sampleFile))
    #expect(rules.knows(application: "PLAIN-00001"))
    #expect(!rules.knows(application: "demo0-00001"))
  }

  @Test("A rule whose rollout does not take the user leaves the flag to the next one")
  func rolloutFallsThrough() throws {
    let rules = try ruleset(flag: #""rules":[{"id":"a","rollout":0},{"id":"b","rollout":30},{"id":"c"}]"#)
    for number in 0..<200 {
      let userID = "user-\(number)"
      let isTaken = Rollout.bucket(ruleID: "b", userID: userID) < 3_000
      #expect(rules.decision(Subject(userID: userID, deviceID: "d"))?.ruleID == (isTaken ? "b" : "c"))
    }
  }

  @Test("A ruleset finds flags by their bytes and lists all results that they can have")
  func lookUp() throws {
    let rules = try ruleset(flag: #""rules":[{"id":"a"},{"id":"b"}]"#)
    #expect(rules.flag("f")?.rules.count == 2)
    #expect(rules.flag("F") == nil)
    #expect(rules.flagIndex("seen") == 1)
    #expect(rules.possibleDecisions(flagIndex: 0).map(\.ruleID) == ["a", "b", "default"])
    #expect(try ruleset(flag: #""killed":true"#).possibleDecisions(flagIndex: 0).map(\.ruleID) == [""])
    #expect(rules.possibleDecisions(flagIndex: 2).isEmpty)
  }
}
