import FoundationEssentials
import PushwooshWire

/// A property list with the SDK's keys (C1), in XML or binary form.
struct InfoPlist: Sendable {
  /// The file it was read from.
  let file: String

  private let values: [String: Value]

  /// The kinds of value that a setting can have; others may stand in the file but mean nothing to us.
  private enum Value: Sendable, Decodable {
    case text(String)
    case bool(Bool)
    case other

    init(from decoder: any Decoder) throws {
      guard let container = try? decoder.singleValueContainer() else {
        self = .other
        return
      }
      if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(String.self) {
        self = .text(value)
      } else {
        self = .other
      }
    }
  }

  /// Reads the property list at `file`.
  ///
  /// - Throws: `SettingError` when it cannot be read or is no property list.
  init(file: String) throws(SettingError) {
    let bytes = try TextFile.read(file, setting: .infoPlist)
    let problem = SettingError(
      .infoPlist, from: .file(file), "must be a property list with a dictionary at its top")
    guard !XMLNesting.isTooDeep(bytes) else { throw problem }
    do {
      values = try PropertyListDecoder().decode([String: Value].self, from: Data(bytes))
    } catch {
      throw problem
    }
    self.file = file
  }

  /// The value under `key` as text; nil when there is none.
  ///
  /// - Throws: `SettingError` when it is neither a string nor, for a switch, a Boolean.
  func given(_ key: String, for setting: Setting?, isSwitch: Bool) throws(SettingError) -> SettingValues.Given? {
    guard let value = values[key] else { return nil }
    let source = SettingValues.Source.propertyList(key: key, file: file)
    switch value {
    case .text(let text): return .init(text: text, source: source)
    case .bool(let value) where isSwitch: return .init(text: value ? "true" : "false", source: source)
    case .bool, .other:
      throw SettingError(setting, from: source, isSwitch ? "must be true or false" : "must be a string")
    }
  }
}
