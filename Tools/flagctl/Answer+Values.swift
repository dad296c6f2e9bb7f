import Composition
import FeatureFlags
import StrictJSON

extension Answer {
  /// A state.
  static func enabled(_ isOn: Bool) -> Answer {
    Answer("enabled", ["value": .bool(isOn)], text: "\(isOn)")
  }

  /// The value of a property if it is of the type asked for, else the default (R6).
  static func property(_ flag: Flag?, _ name: String, _ type: PropertyType, default defaultValue: JSONValue?) -> Answer
  {
    let value = flag?.properties[name].flatMap { type.accepts($0) ? $0 : nil } ?? defaultValue ?? .null
    return Answer("property", ["value": value], text: value.text)
  }

  /// How the client stands, with what belongs to the command line: where things are stored.
  static func status(_ client: FeatureFlagsClient, _ configuration: Configuration) -> Answer {
    var answer = Answer.status(client.status)
    let store =
      switch configuration.store {
      case .file(let directory): "file:\(directory)"
      case .memory: "memory"
      }
    answer.json["applicationCode"] = .string(configuration.applicationCode)
    answer.json["deviceId"] = .string(client.deviceID)
    answer.json["store"] = .string(store)
    answer.text += "\ndevice:        \(client.deviceID)\nstore:         \(store)"
    return answer
  }
}
