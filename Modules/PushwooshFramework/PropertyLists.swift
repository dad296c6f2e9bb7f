import Foundation
import PushwooshWire

/// The property lists that an app is configured by, the one that goes before first (C1).
struct PropertyLists: Sendable {
  /// The environment variable that names a property list in place of the bundle's own values.
  static let variable = "Pushwoosh_INFO_PLIST"

  /// A value of a kind that a setting can have; of the others it only counts that they are there.
  enum Value: Sendable {
    case text(String)
    case bool(Bool)
    case other
  }

  /// A value and where it stands.
  struct Given: Sendable {
    let value: Value
    let place: String
  }

  private struct List: Sendable {
    let name: String
    let values: [String: Value]
  }

  private var lists: [List] = []

  /// The list that the variable names, if it is set, then Info.plist of the program's bundle.
  ///
  /// - Throws: when the variable names a file that is no property list.
  static func ofProcess() throws(SetupProblem) -> PropertyLists {
    try PropertyLists(environment: ProcessInfo.processInfo.environment, bundle: Bundle.main.infoDictionary ?? [:])
  }

  /// The lists of the given environment and bundle.
  init(environment: [String: String], bundle: [String: Any]) throws(SetupProblem) {
    if let path = environment[Self.variable], !path.isEmpty { lists.append(try Self.list(ofFile: path)) }
    lists.append(List(name: "Info.plist", values: bundle.mapValues(Self.value)))
  }

  /// What stands under `key` in the first list that has it; nil when none has.
  subscript(key: String) -> Given? {
    for list in lists {
      if let value = list.values[key] { return Given(value: value, place: "\(key) in \(list.name)") }
    }
    return nil
  }

  private static func list(ofFile path: String) throws(SetupProblem) -> List {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw SetupProblem("\(variable): the file \(path) cannot be read")
    }
    // Foundation's parser goes down level by level and would run out of stack on a file made for that.
    guard !XMLNesting.isTooDeep(Array(data)),
      let object = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let dictionary = object as? [String: Any]
    else { throw SetupProblem("\(variable): the file \(path) must be a property list with a dictionary at its top") }
    return List(name: path, values: dictionary.mapValues(value))
  }

  private static func value(_ any: Any) -> Value {
    if let text = any as? String { return .text(text) }
    if let bool = any as? Bool { return .bool(bool) }
    return .other
  }
}
