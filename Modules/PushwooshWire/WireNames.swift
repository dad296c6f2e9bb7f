/// Every path, field name and fixed value of the service's dialect, and nothing else.
///
/// The names under ``Envelope`` are public facts of the protocol. Those under ``Evaluation`` are our own choice until the
/// service's become known; to change dialect, change this table.
enum WireNames {
  /// How each base URL for JSON methods ends; what precedes it is the root of the service (T10).
  static let basePathSuffix = "json/1.3/"

  /// The host of an application is its code, then this.
  static let hostSuffix = ".api.pushwoosh.com"

  /// The type of all bodies.
  static let contentType = "application/json; charset=utf-8"

  /// What stands before the token in `Authorization`.
  static let authorizationScheme = "Token"

  /// The request for flags and its answer.
  enum Evaluation {
    static let path = "api/v1/feature-flags/evaluate"

    static let application = "application"
    static let deviceID = "hwid"
    static let userID = "user_id"
    static let platform = "platform"
    static let sdkVersion = "sdk_version"
    static let appVersion = "app_version"
    static let language = "language"
    static let isPushRegistered = "push_registered"

    static let flags = "flags"
    static let isPartial = "partial"
    static let flagKey = "key"
    static let flagIsEnabled = "enabled"
    static let flagRuleID = "rule_id"
    static let flagProperties = "properties"
  }

  /// The envelope around the JSON methods, and the fields of `postEvent`.
  enum Envelope {
    static let request = "request"
    static let application = "application"
    static let deviceID = "hwid"
    static let userID = "userId"
    static let sdkVersion = "v"
    static let deviceType = "device_type"

    static let statusCode = "status_code"
    static let baseURL = "base_url"

    static let postEvent = "postEvent"
    static let event = "event"
    static let attributes = "attributes"
    static let timestampUTC = "timestampUTC"
    static let timestampCurrent = "timestampCurrent"
    static let deliveryID = "eventId"
  }
}
