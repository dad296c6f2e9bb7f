import FeatureFlags
import StrictJSON

/// What a command has to say, for programs and for people.
struct Answer: Sendable {
  /// The object for `--json`: `{"command":…,"ok":…,…}`.
  var json: JSONObject

  /// The text for people; empty for nothing.
  var text: DisplayText

  /// False when the command failed.
  var isOK: Bool

  /// An answer of a command that succeeded.
  init(_ command: String, _ members: JSONObject = [:], text: DisplayText = "") {
    json = ["command": .string(command), "ok": true]
    for member in members.members { json[member.key] = member.value }
    self.text = text
    isOK = true
  }

  /// An answer of a command that failed.
  init(_ command: String, failed error: JSONObject, text: DisplayText) {
    json = ["command": .string(command), "ok": false, "error": .object(error)]
    self.text = text
    isOK = false
  }

  /// An answer of a command that cannot be carried out.
  init(_ command: String, problem: String) {
    self.init(command, failed: ["message": .string(problem)], text: "\(command): \(problem)")
  }

  /// The same with its text on one line, as the shell gives it.
  var onOneLine: Answer {
    var answer = self
    answer.text = text.onOneLine
    return answer
  }
}
