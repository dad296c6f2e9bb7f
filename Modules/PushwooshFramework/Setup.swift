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
    let listedCode = try Self.text(lists[PropertyListKey.applicationCode])
    let listedToken = try Self.text(lists[PropertyListKey.apiToken])
    guard let code = settings.applicationCode ?? listedCode else { throw .missingCode }
    service = PushwooshService.Configuration(
      applicationCode: code, baseURL: try Self.text(lists[PropertyListKey.baseURL]),
      reverseProxy: settings.reverseProxy,
      apiToken: settings.apiToken ?? listedToken)
    client = FeatureFlagsClient.Configuration(
      applicationCode: code, userID: settings.userID,
      app: AppAttributes(
        version: (try? Self.text(lists[PropertyListKey.appVersion])) ?? "",
        language: Locale.current.language.languageCode?.identifier ?? ""),
      isAppExtension: lists["NSExtension"] != nil,
      isThrottlingDisabled: try Self.isOn(lists[PropertyListKey.disableThrottle], default: false),
      isCommunicationStoppedInitially: try !Self.isOn(lists[PropertyListKey.allowServerCommunication], default: true))
    places = [
      .applicationCode: settings.applicationCode == nil
        ? lists[PropertyListKey.applicationCode]?.place ?? "" : "setAppCode",
      .baseURL: lists[PropertyListKey.baseURL]?.place ?? "",
      .apiToken: settings.apiToken == nil ? lists[PropertyListKey.apiToken]?.place ?? "" : "setApiToken",
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
    case .text(let text):
      if let value = SwitchText.value(text) { return value }
    case .other: break
    }
    throw SetupProblem("\(given.place): must be a boolean")
  }
}
