/// The keys under which the SDK's settings stand in a property list (C1).
package enum PropertyListKey {
  /// The Application Code.
  package static let applicationCode = "Pushwoosh_APPID"
  /// The base URL.
  package static let baseURL = "Pushwoosh_BASEURL"
  /// The API token.
  package static let apiToken = "Pushwoosh_API_TOKEN"
  /// True to lift the 5-minute limit (T3).
  package static let disableThrottle = "Pushwoosh_FEATURE_FLAGS_DISABLE_THROTTLE"
  /// False to send nothing until communication is started (T11).
  package static let allowServerCommunication = "Pushwoosh_ALLOW_SERVER_COMMUNICATION"
  /// The app's version; not the SDK's own key, but every app's.
  package static let appVersion = "CFBundleShortVersionString"
}
