import FlagRules
import StrictJSON

/// The flags file that most tests start from.
let sampleFile = """
  { "applications": [ { "code": "DEMO0-00001", "featureFlags": true }, { "code": "PLAIN-00001", "featureFlags": false } ],
    "segments": {
      "beta": { "all": [ { "attribute": "app_version", "op": "at-least", "value": "2.0.0", "as": "version" } ] },
      "slow": { "attribute": "platform", "op": "is", "value": "linux", "latency-ms": 500 } },
    "flags": [ {
      "key": "new_checkout", "name": "New checkout", "archived": false, "killed": false,
      "properties": [ { "key": "button_color", "type": "string", "default": "blue" },
                      { "key": "max_items", "type": "number", "default": 3 } ],
      "rules": [ { "id": "r_1a2b3c4d", "segment": "beta", "rollout": 100, "enabled": true,
                   "properties": { "button_color": "green", "max_items": 5 } } ],
      "default": { "enabled": false } } ] }
  """

func document(_ text: String) throws -> FlagsDocument { try FlagsDocument(json: Array(text.utf8)) }

/// A ruleset of one flag with the key `f` and the members `flag`, beside `segments`.
func ruleset(flag: String, segments: String = "{}") throws -> Ruleset {
  try Ruleset(
    document(
      """
      {"applications":[{"code":"A"}],"segments":\(segments),"flags":[{"key":"f",\(flag)},{"key":"seen"}]}
      """))
}

extension Ruleset {
  /// The result for the flag `f`.
  func decision(_ subject: Subject, deadline: Int = 200, now: Int64 = 0) -> Decision? {
    evaluate(
      application: "A", for: subject, in: Circumstances(now: now, deadlineMilliseconds: deadline))?
      .decisions.first { $0.key == "f" }
  }
}

/// True when `subject` meets the condition with the text `condition`.
func holds(
  _ condition: String, _ subject: Subject, segments: String = "{}", now: Int64 = 0
) throws -> Bool {
  let rules = try ruleset(flag: #""rules":[{"id":"r","when":\#(condition)}]"#, segments: segments)
  return rules.decision(subject, now: now)?.isEnabled == true
}

/// What is wrong with a file of the text `text`; nil when it is fine.
func problem(_ text: String) -> String? {
  do {
    _ = try Ruleset(document(text))
    return nil
  } catch {
    return "\(error)"
  }
}

let someone = Subject(
  userID: "u-7", deviceID: "6F", platform: "linux", appVersion: "2.4.0", language: "en", isPushRegistered: true,
  tags: ["age": .integer(41), "plan": .string("gold"), "cities": .array([.string("Rome"), .string("Oslo")])])
