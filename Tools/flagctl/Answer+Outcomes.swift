import Composition
import FeatureFlags
import StrictJSON

extension Answer {
  /// How a refresh ended.
  static func refresh(_ outcome: RefreshOutcome) -> Answer {
    var members: JSONObject = [
      "result": .string(outcome.kind.rawValue), "changed": .array(outcome.changedKeys.map(JSONValue.string)),
    ]
    let keys = outcome.changedKeys.joined(separator: ", ")
    let text: DisplayText
    switch outcome.kind {
    case .updated, .partial:
      text = "\(outcome.kind.rawValue): \(keys.isEmpty ? "nothing changed" : keys)"
    case .throttled:
      if let until = outcome.throttledUntil { members["until"] = .integer(until.seconds) }
      text = "held back until \(outcome.throttledUntil.map(Timestamp.text) ?? "later"); the stored flags are used"
    default:
      text = "\(outcome.kind.rawValue)"
    }
    return Answer("refresh", members, text: text)
  }

  /// A refresh that failed (E1).
  static func refresh(_ error: FeatureFlagsError) -> Answer {
    var members: JSONObject = [
      "domain": .string(FeatureFlagsError.domain), "code": .integer(Int64(error.code)),
      "message": .string(error.message),
    ]
    var text: DisplayText = "refresh failed: \(error)"
    if let retryAt = error.retryAt {
      members["retryAt"] = .integer(retryAt.seconds)
      text = "\(text); not before \(Timestamp.text(retryAt))"
    }
    return Answer("refresh", failed: members, text: text)
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

  /// How the client stands.
  static func status(_ status: FeatureFlagsClient.Status) -> Answer {
    let age = status.age?.seconds
    let validFor = status.validFor.secondsLeft
    let throttledFor = status.throttledFor.secondsLeft
    let members: JSONObject = [
      "userId": .string(status.identity.userID), "flags": .integer(Int64(status.flagCount)),
      "ageSeconds": age.map(JSONValue.integer) ?? .null, "validForSeconds": .integer(validFor),
      "throttledForSeconds": .integer(throttledFor), "session": .integer(Int64(status.session)),
    ]
    let lines: [DisplayText] = [
      "application:   \(status.identity.applicationCode)", "user:          \(status.identity.userID)",
      "flags:         \(status.flagCount)", "age:           \(age.map { "\($0) s" } ?? "nothing stored")",
      "valid for:     \(validFor) s", "throttled for: \(throttledFor) s", "session:       \(status.session)",
    ]
    return Answer("status", members, text: .joined(lines))
  }

  /// How the client stands, with what belongs to the command line: where things are stored.
  static func status(_ client: FeatureFlagsClient, _ configuration: Configuration) -> Answer {
    var answer = Answer.status(client.status)
    answer.json["applicationCode"] = .string(configuration.applicationCode)
    answer.json["deviceId"] = .string(client.deviceID)
    answer.json["store"] = .string(configuration.store.text)
    let lines: [DisplayText] = [
      answer.text, "device:        \(client.deviceID)", "store:         \(configuration.store.text)",
    ]
    answer.text = .joined(lines)
    return answer
  }

  /// That flags changed (L1).
  static func update(_ update: FlagsUpdate) -> JSONObject {
    ["event": "update", "changed": .array(update.changedKeys.map(JSONValue.string))]
  }
}

extension Configuration.StoreChoice {
  /// The choice as the option spells it.
  var text: String {
    switch self {
    case .file(let directory): "file:\(directory)"
    case .memory: "memory"
    }
  }
}

extension Configuration.TransportChoice {
  /// The choice as the option spells it.
  var text: String {
    switch self {
    case .curl: "curl"
    case .fixture(let directory): "fixture:\(directory)"
    }
  }
}

extension Nanoseconds {
  /// The seconds that are left, a begun one for a whole one: 0 means that none is.
  fileprivate var secondsLeft: Int64 { (self + Nanoseconds(999_999_999)).seconds }
}
