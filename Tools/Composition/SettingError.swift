import FeatureFlags
import PushwooshWire

/// A setting that cannot be used, in one line that names where it came from and what it should be (C2).
public struct SettingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The setting; nil when the trouble is not with a single one.
  public var setting: Setting?

  /// Where its value came from: an option, a variable, a key of a file; nil when nobody gave one.
  public var source: SettingValues.Source?

  /// What it should be, in words that follow the source.
  public var problem: String

  /// An error for a value of `setting` from `source`.
  public init(_ setting: Setting?, from source: SettingValues.Source?, _ problem: String) {
    self.setting = setting
    self.source = source
    self.problem = problem
  }

  /// The source and what it should be.
  public var description: String {
    guard let name = source?.description ?? setting.map({ "--\($0.option)" }) else { return problem }
    return "\(name): \(problem)"
  }

  /// The error with the source of the setting's value among `values`, where it does not know it yet.
  ///
  /// Errors from deeper down know which setting they are about, but not who gave it.
  public func naming(_ values: SettingValues) -> SettingError {
    guard source == nil, let setting, let given = try? values.last(setting) else { return self }
    var error = self
    error.source = given.source
    // The option names a file, and what is wrong stands in that.
    if setting == .apiTokenFile, case .option = given.source { error.source = .file(given.text) }
    return error
  }

  init(_ error: ConfigurationError) {
    let setting: Setting? =
      switch error.key {
      case "applicationCode": .applicationCode
      case "deviceID": .deviceID
      default: nil
      }
    self.init(setting, from: nil, error.problem)
  }

  init(_ error: PushwooshConfigurationError) {
    let setting: Setting? =
      switch error.setting {
      case .applicationCode: .applicationCode
      case .baseURL: .baseURL
      case .reverseProxy: .reverseProxy
      case .proxyHeader: .proxyHeader
      case .apiToken: .apiTokenFile
      default: nil
      }
    self.init(setting, from: nil, error.message)
  }
}
