import PushwooshWire

/// The values that settings were given, from every place that can give them: option, environment, property list.
public struct SettingValues: Sendable {
  /// A place that gave a value.
  public enum Source: Sendable, Hashable, CustomStringConvertible {
    /// The option of that name.
    case option(String)
    /// The environment variable of that name.
    case environment(String)
    /// The key of a property list.
    case propertyList(key: String, file: String)
    /// A file that an option names.
    case file(String)

    /// The place as an error message names it.
    public var description: String {
      switch self {
      case .option(let name): "--\(name)"
      case .environment(let name): name
      case .propertyList(let key, let file): "\(key) in \(file)"
      case .file(let path): path
      }
    }
  }

  /// One given value.
  public struct Given: Sendable, CustomStringConvertible, CustomReflectable {
    /// The text.
    public var text: String
    /// Where it came from.
    public var source: Source

    /// Where it came from alone: the text may be the token.
    public var description: String { "value of \(source)" }

    /// No children, so that `dump` shows no more than the description.
    public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
  }

  private let options: [Setting: [String]]
  private let environment: [String: String]
  private var propertyList: InfoPlist?

  /// The values of a command line and an environment, and of the property list that one of them names.
  ///
  /// - Throws: `SettingError` when the property list cannot be read.
  public init(options: [Setting: [String]], environment: [String: String]) throws(SettingError) {
    self.options = options
    self.environment = environment
    if let file = try last(.infoPlist) {
      propertyList = try InfoPlist(file: file.text)
    }
  }

  /// The value of `setting` by precedence, the last where there are several; nil when nobody gave one.
  ///
  /// - Throws: `SettingError` when the property list has it as another kind of value.
  public func last(_ setting: Setting) throws(SettingError) -> Given? { try all(setting).last }

  /// All values of `setting` from the place that goes before the others: option, environment, property list.
  ///
  /// An empty variable counts as none. One that stands for a repeatable option holds a value a line, sinks and keys by comma.
  /// - Throws: `SettingError` when the property list has it as another kind of value.
  public func all(_ setting: Setting) throws(SettingError) -> [Given] {
    if let values = options[setting], !values.isEmpty {
      return values.map { Given(text: $0, source: .option(setting.option)) }
    }
    if let value = environment[setting.environment], !value.isEmpty {
      let values: [Substring] =
        switch setting {
        case .proxyHeader: value.split(whereSeparator: \.isNewline)
        case .sink: value.split { $0 == "," || $0 == " " }
        case .pinnedPublicKey: value.split { $0 == "," || $0 == ";" || $0.isWhitespace }
        default: [value[...]]
        }
      return values.map { Given(text: String($0), source: .environment(setting.environment)) }
    }
    guard let key = setting.propertyListKey, let propertyList,
      let given = try propertyList.given(key, for: setting, isSwitch: setting.isSwitch)
    else { return [] }
    return [given]
  }

  /// True when the SDK's property list says that nothing may be sent until the app starts communication (T11).
  func stopsCommunication() throws(SettingError) -> Bool {
    let key = PropertyListKey.allowServerCommunication
    guard let given = try propertyList?.given(key, for: nil, isSwitch: true) else { return false }
    return try !Self.boolean(given, of: nil)
  }

  static func boolean(_ given: Given, of setting: Setting?) throws(SettingError) -> Bool {
    guard let value = SwitchText.value(given.text) else {
      throw SettingError(setting, from: given.source, "must be true or false")
    }
    return value
  }
}

extension SettingValues: CustomStringConvertible, CustomReflectable {
  /// Which settings have options; no values, for one of them may be the token.
  public var description: String {
    "SettingValues(\(options.filter { !$0.value.isEmpty }.keys.map(\.option).sorted().joined(separator: ", ")))"
  }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
