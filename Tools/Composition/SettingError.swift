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
