import FlagRules
import StrictJSON
import Testing

/// Conditions that several rules have are tried once for all of them; no rule may get the result of another's.
struct SharedConditionTests {
  private func enabled(_ rules: Ruleset, _ subject: Subject) -> [String] {
    rules.evaluate(application: "A", for: subject, in: Circumstances(now: 0))?.decisions.filter(\.isEnabled).map(\.key)
      ?? []
  }

  private func rules(_ conditions: [String]) throws -> Ruleset {
    let flags = conditions.enumerated().map { index, condition in
      #"{"key":"\#(index)","rules":[{"id":"r","when":\#(condition)}]}"#
    }
    return try Ruleset(document(#"{"applications":[{"code":"A"}],"flags":[\#(flags.joined(separator: ","))]}"#))
  }

  @Test("Equal conditions of several flags hold together, others do not mix with them")
  func equal() throws {
    let linux = #"{"attribute":"platform","op":"is","value":"linux"}"#
    let mac = #"{"attribute":"platform","op":"is","value":"macos"}"#
    let rules = try rules([linux, mac, linux, #"{"not":\#(linux)}"#, mac, linux])
    #expect(enabled(rules, Subject(userID: "u", deviceID: "d", platform: "linux")) == ["0", "2", "5"])
    #expect(enabled(rules, Subject(userID: "u", deviceID: "d", platform: "macos")) == ["1", "3", "4"])
  }

  @Test("Conditions that differ in bytes or in the type of a value alone are different")
  func nearlyEqual() throws {
    func plan(_ value: String) -> String { #"{"attribute":"plan","op":"is","value":\#(value)}"# }
    let values = [#""caf\u00e9""#, #""cafe\u0301""#, "1", #""1""#, "true", "1.5"]
    let rules = try rules(values.map(plan))
    for (index, value) in values.enumerated() {
      let tags: JSONObject = ["plan": try JSONReader.value(of: Array(value.utf8))]
      #expect(enabled(rules, Subject(userID: "u", deviceID: "d", tags: tags)) == ["\(index)"])
    }
  }

  @Test("A flag that is put later has its own condition, or one that is there already")
  func edited() throws {
    let linux = Condition.attribute(AttributeTest(attribute: "platform", operation: .is, operand: .string("linux")))
    let mac = Condition.attribute(AttributeTest(attribute: "platform", operation: .is, operand: .string("macos")))
    var rules = try rules([#"{"attribute":"platform","op":"is","value":"linux"}"#])
    for (key, condition) in [("a", linux), ("b", mac), ("c", mac), ("0", mac)] {
      rules = try rules.putting(FlagDefinition(key: key, rules: [Rule(id: "r", target: .condition(condition))]))
    }
    #expect(enabled(rules, Subject(userID: "u", deviceID: "d", platform: "linux")) == ["a"])
    #expect(enabled(rules, Subject(userID: "u", deviceID: "d", platform: "macos")) == ["0", "b", "c"])
  }
}
