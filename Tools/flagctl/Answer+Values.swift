import FeatureFlags
import StrictJSON

extension Answer {
  /// A flag, or that there is none.
  static func get(_ key: String, _ flag: Flag?, _ output: Output) -> Answer {
    guard let flag else { return Answer("get", ["flag": .null], text: "\(key): no such flag") }
    var lines: [DisplayText] = ["\(flag.key): \(flag.state(output))", "  rule: \(flag.shownRule)"]
    for (name, value) in flag.properties.members { lines.append("  \(name): \(value.text)") }
    return Answer("get", ["flag": .object(flag.json)], text: .joined(lines))
  }

  /// All flags.
  static func list(_ flags: [Flag], _ output: Output) -> Answer {
    let width = flags.map { Terminal.safe($0.key).count }.max() ?? 0
    let lines = flags.map { flag -> DisplayText in
      let padding = String(repeating: " ", count: width - Terminal.safe(flag.key).count)
      let state: DisplayText = "\(flag.state(output))\(flag.isEnabled ? " " : "")"
      let properties: DisplayText = flag.properties.isEmpty ? "" : "  \(JSONValue.object(flag.properties).text)"
      return "\(flag.key)\(padding)  \(state)  \(flag.shownRule)\(properties)"
    }
    return Answer(
      "list", ["flags": .array(flags.map { .object($0.json) })], text: lines.isEmpty ? "no flags" : .joined(lines))
  }

  /// A state.
  static func enabled(_ isOn: Bool) -> Answer {
    Answer("enabled", ["value": .bool(isOn)], text: "\(isOn)")
  }

  /// The value of a property if it is of the type asked for, else the default (R6).
  static func property(
    _ flag: Flag?, _ name: String, _ type: PropertyType, default defaultValue: JSONValue?
  ) -> Answer {
    let value = flag?.properties[name].flatMap { type.accepts($0) ? $0 : nil } ?? defaultValue ?? .null
    return Answer("property", ["value": value], text: .value(value.text))
  }
}

extension Flag {
  /// The flag as `get` and `list` give it to programs.
  var json: JSONObject {
    [
      "key": .string(key), "enabled": .bool(isEnabled), "ruleId": .string(ruleID), "properties": .object(properties),
    ]
  }

  /// On or off.
  func state(_ output: Output) -> DisplayText { output.colored(isEnabled ? "on" : "off", isOn: isEnabled) }

  /// The rule for people, to whom the empty one of a killed flag says nothing (R5).
  var shownRule: String { ruleID.isEmpty ? "killed" : ruleID }
}

extension JSONValue {
  /// The value for people: text bare, everything else as JSON.
  var text: String {
    if case .string(let text) = self { return text }
    return String(decoding: JSONWriter.bytes(of: self), as: UTF8.self)
  }
}
