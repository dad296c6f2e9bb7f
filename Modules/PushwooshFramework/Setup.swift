import FeatureFlags
import Foundation
import PushwooshWire

/// What a client is made of, as far as it is told: by code first, then by the property lists (C1).
struct Setup: Sendable {
  /// The settings of the service.
  private(set) var service: PushwooshService.Configuration
  /// The settings of the client, but for the User ID that an earlier run kept.
  private(set) var client: FeatureFlagsClient.Configuration

  private let places: [PushwooshConfigurationError.Setting: String]

  /// - Throws: when the Application Code is missing, or a value of a list has the wrong type.
  init(_ settings: Settings, _ lists: PropertyLists) throws(SetupProblem) {
    let listedCode = try Self.text(lists["Pushwoosh_APPID"])
    let listedToken = try Self.text(lists["Pushwoosh_API_TOKEN"])
    guard let code = settings.applicationCode ?? listedCode else { throw .missingCode }
    service = PushwooshService.Configuration(
      applicationCode: code, baseURL: try Self.text(lists["Pushwoosh_BASEURL"]),
      reverseProxy: settings.reverseProxy,
      apiToken: settings.apiToken ?? listedToken)
    client = FeatureFlagsClient.Configuration(
      applicationCode: code, userID: settings.userID,
      app: AppAttributes(
        version: (try? Self.text(lists["CFBundleShortVersionString"])) ?? "",
        language: Locale.current.language.languageCode?.identifier ?? ""),
      isAppExtension: lists["NSExtension"] != nil,
      isThrottlingDisabled: try Self.isOn(lists["Pushwoosh_FEATURE_FLAGS_DISABLE_THROTTLE"], default: false),
      isCommunicationStoppedInitially: try !Self.isOn(lists["Pushwoosh_ALLOW_SERVER_COMMUNICATION"], default: true))
    places = [
      .applicationCode: settings.applicationCode == nil ? lists["Pushwoosh_APPID"]?.place ?? "" : "setAppCode",
      .baseURL: lists["Pushwoosh_BASEURL"]?.place ?? "",
      .apiToken: settings.apiToken == nil ? lists["Pushwoosh_API_TOKEN"]?.place ?? "" : "setApiToken",
    ]
  }

  /// The service of these settings.
  ///
  /// - Throws: naming the place of the value that cannot be used.
  func makeService() throws(SetupProblem) -> PushwooshService {
    do {
      return try PushwooshService(service)
    } catch {
      let place = places[error.setting] ?? ""
      throw SetupProblem(place.isEmpty ? error.message : "\(place): \(error.message)")
    }
  }

  private static func text(_ given: PropertyLists.Given?) throws(SetupProblem) -> String? {
    guard let given else { return nil }
    guard case .text(let text) = given.value else { throw SetupProblem("\(given.place): must be a string") }
    return text
  }

  private static func isOn(_ given: PropertyLists.Given?, default defaultValue: Bool) throws(SetupProblem) -> Bool {
    guard let given else { return defaultValue }
    switch given.value {
    case .bool(let value): return value
    case .text(let text) where ["true", "yes", "1"].contains(text.lowercased()): return true
    case .text(let text) where ["false", "no", "0"].contains(text.lowercased()): return false
    default: throw SetupProblem("\(given.place): must be a boolean")
    }
  }
}
