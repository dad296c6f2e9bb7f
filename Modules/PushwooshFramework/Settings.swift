import PushwooshWire

/// What the app has set in code; nil is what it has not.
struct Settings: Sendable {
  var applicationCode: String?
  var userID: String?
  /// The inner nil is a token that was taken away.
  var apiToken: String??
  var reverseProxy: ReverseProxy?
  /// Whether the app stopped communication, or started it again (T11).
  var isCommunicationAllowed: Bool?

  /// Counts the changes, so that what was set while a client was made or told is not forgotten.
  var revision = 0

  /// Counts the changes that need another client: of the Application Code and of the adapters.
  var generation = 0

  /// What of the settings a running client is to be told.
  struct Part: OptionSet {
    let rawValue: Int

    static let user = Part(rawValue: 1)
    static let service = Part(rawValue: 2)
    static let communication = Part(rawValue: 4)
    static let all: Part = [.user, .service, .communication]
  }
}
