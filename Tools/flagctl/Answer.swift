import FeatureFlags
import StrictJSON

/// What a command has to say, for programs and for people.
struct Answer: Sendable {
  /// The object for `--json`: `{"command":…,"ok":…,…}`.
  var json: JSONObject

  /// The text for people; empty for nothing.
  var text: String

  /// False when the command failed.
  var isOK: Bool

  /// An answer of a command that succeeded.
  init(_ command: String, _ members: JSONObject = [:], text: String = "") {
    json = ["command": .string(command), "ok": true]
    for member in members.members { json[member.key] = member.value }
    self.text = text
    isOK = true
  }

  /// An answer of a command that failed.
  init(_ command: String, failed error: JSONObject, text: String) {
    json = ["command": .string(command), "ok": false, "error": .object(error)]
    self.text = text
    isOK = false
  }

  /// An answer of a refresh that failed.
  init(_ command: String, _ error: FeatureFlagsError) {
    var members: JSONObject = [
      "domain": .string(FeatureFlagsError.domain), "code": .integer(Int64(error.code)),
      "message": .string(error.message),
    ]
    if let retryAt = error.retryAt { members["retryAt"] = .integer(retryAt.seconds) }
    self.init(command, failed: members, text: "\(command) failed: \(error)")
  }

  /// An answer of a command that cannot be carried out.
  init(_ command: String, problem: String) {
    self.init(command, failed: ["message": .string(problem)], text: "\(command): \(problem)")
  }
}

extension Answer {
  /// The same with its text on one line, as the shell gives it.
  var onOneLine: Answer {
    var answer = self
    answer.text = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "; ")
    return answer
  }

  /// How a refresh ended.
  static func refresh(_ outcome: RefreshOutcome) -> Answer {
    var members: JSONObject = [
      "result": .string(outcome.kind.rawValue), "changed": .array(outcome.changedKeys.map(JSONValue.string)),
    ]
    let keys = outcome.changedKeys.joined(separator: ", ")
    let text: String
    switch outcome.kind {
    case .updated, .partial:
      text = "\(outcome.kind.rawValue): \(keys.isEmpty ? "nothing changed" : keys)"
    case .throttled:
      if let until = outcome.throttledUntil { members["until"] = .integer(until.seconds) }
      text = "held back until \(outcome.throttledUntil.map(Timestamp.text) ?? "later"); the stored flags are used"
    default:
      text = outcome.kind.rawValue
    }
    return Answer("refresh", members, text: text)
  }

  /// How an impression ended.
  static func impression(_ key: String, _ outcome: ImpressionOutcome) -> Answer {
    Answer("impression", ["result": .string(outcome.rawValue)], text: "\(key): \(outcome.rawValue)")
  }

  /// An impression that was not delivered.
  static func impression(_ key: String, _ error: EventSinkError) -> Answer {
    Answer(
      "impression",
      failed: [
        "domain": .string(FeatureFlagsError.domain), "code": 0, "message": .string(error.message),
      ],
      text: "\(key): not delivered: \(error.message)")
  }

  /// A flag, or that there is none.
  static func get(_ key: String, _ flag: Flag?, _ output: Output) -> Answer {
    guard let flag else { return Answer("get", ["flag": .null], text: "\(key): no such flag") }
    var lines = ["\(flag.key): \(output.colored(flag.isEnabled ? "on" : "off", isOn: flag.isEnabled))"]
    lines.append("  rule: \(flag.ruleID.isEmpty ? "killed" : flag.ruleID)")
    for (name, value) in flag.properties.members { lines.append("  \(name): \(value.text)") }
    return Answer("get", ["flag": .object(flag.json)], text: lines.joined(separator: "\n"))
  }

  /// All flags.
  static func list(_ flags: [Flag], _ output: Output) -> Answer {
    let width = flags.map(\.key.count).max() ?? 0
    let lines = flags.map { flag in
      let padding = String(repeating: " ", count: width - flag.key.count)
      let state = output.colored(flag.isEnabled ? "on " : "off", isOn: flag.isEnabled)
      let properties = flag.properties.isEmpty ? "" : "  \(JSONValue.object(flag.properties).text)"
      return "\(flag.key)\(padding)  \(state)  \(flag.ruleID.isEmpty ? "killed" : flag.ruleID)\(properties)"
    }
    return Answer(
      "list", ["flags": .array(flags.map { .object($0.json) })],
      text: lines.isEmpty ? "no flags" : lines.joined(separator: "\n"))
  }

  /// How the client stands.
  static func status(_ status: FeatureFlagsClient.Status) -> Answer {
    let age = status.age?.seconds
    let members: JSONObject = [
      "userId": .string(status.identity.userID), "flags": .integer(Int64(status.flagCount)),
      "ageSeconds": age.map(JSONValue.integer) ?? .null, "validForSeconds": .integer(status.validFor.seconds),
      "throttledForSeconds": .integer(status.throttledFor.seconds), "session": .integer(Int64(status.session)),
    ]
    let lines = [
      "application:   \(status.identity.applicationCode)", "user:          \(status.identity.userID)",
      "flags:         \(status.flagCount)", "age:           \(age.map { "\($0) s" } ?? "nothing stored")",
      "valid for:     \(status.validFor.seconds) s", "throttled for: \(status.throttledFor.seconds) s",
      "session:       \(status.session)",
    ]
    return Answer("status", members, text: lines.joined(separator: "\n"))
  }

  /// That flags changed.
  static func update(_ update: FlagsUpdate) -> JSONObject {
    ["event": "update", "changed": .array(update.changedKeys.map(JSONValue.string))]
  }
}

extension Flag {
  /// The flag as `get` and `list` show it.
  var json: JSONObject {
    [
      "key": .string(key), "enabled": .bool(isEnabled), "ruleId": .string(ruleID), "properties": .object(properties),
    ]
  }
}

extension JSONValue {
  /// The value for people: text bare, everything else as JSON.
  var text: String {
    if case .string(let text) = self { return text }
    return String(decoding: JSONWriter.bytes(of: self), as: UTF8.self)
  }
}
