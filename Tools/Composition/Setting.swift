import PushwooshWire

/// The settings that a client can be given from outside, and what they are called there (C1).
public enum Setting: String, Sendable, Hashable, CaseIterable {
  case applicationCode = "app-code"
  case userID = "user-id"
  case deviceID = "device-id"
  case baseURL = "base-url"
  case reverseProxy = "reverse-proxy"
  case proxyHeader = "proxy-header"
  case apiTokenFile = "api-token-file"
  case infoPlist = "info-plist"
  case store = "store"
  case transport = "transport"
  case certificateAuthorityFile = "ca-file"
  case pinnedPublicKey = "pinned-public-key"
  case sink = "sink"
  case eventQueue = "event-queue"
  case clock = "clock"
  case timeout = "timeout"
  case appVersion = "app-version"
  case language = "language"
  case appExtension = "app-extension"
  case disableThrottle = "disable-throttle"
  case allowInsecureHTTP = "allow-insecure-http"

  /// The long option without its dashes.
  public var option: String { rawValue }

  /// The environment variable.
  ///
  /// For the token it holds the token itself, since a command line can be read by others but the environment cannot.
  public var environment: String {
    switch self {
    case .apiTokenFile: "FLAGCTL_API_TOKEN"
    default: "FLAGCTL_" + rawValue.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }
  }

  /// The key of the SDK's property list; nil when there is none.
  public var propertyListKey: String? {
    switch self {
    case .applicationCode: PropertyListKey.applicationCode
    case .baseURL: PropertyListKey.baseURL
    case .apiTokenFile: PropertyListKey.apiToken
    case .disableThrottle: PropertyListKey.disableThrottle
    case .appVersion: PropertyListKey.appVersion
    default: nil
    }
  }

  /// True for one that is on or off and whose option takes no value.
  public var isSwitch: Bool {
    switch self {
    case .appExtension, .disableThrottle, .allowInsecureHTTP: true
    default: false
    }
  }

  /// What the option's value is called in the help; nil for a switch.
  public var argument: String? {
    switch self {
    case .applicationCode: "CODE"
    case .userID, .deviceID: "ID"
    case .baseURL, .reverseProxy: "URL"
    case .proxyHeader: "'Name: value'"
    case .apiTokenFile, .infoPlist, .certificateAuthorityFile: "FILE"
    case .store: "file:DIR|memory"
    case .transport: "curl|fixture:DIR"
    case .pinnedPublicKey: "sha256//BASE64"
    case .sink: "stdout|pushwoosh|none"
    case .eventQueue: "DIR"
    case .clock: "system|manual"
    case .timeout: "SECONDS"
    case .appVersion: "VERSION"
    case .language: "CODE"
    case .appExtension, .disableThrottle, .allowInsecureHTTP: nil
    }
  }

  /// What it means, in one line.
  public var help: String {
    switch self {
    case .applicationCode: "Application Code"
    case .userID: "User ID (default: the device id)"
    case .deviceID: "device id (default: made once and kept in the store)"
    case .baseURL: "service base, ends in json/1.3/"
    case .reverseProxy: "reverse proxy in its place, ends in json/1.3/"
    case .proxyHeader: "header for the reverse proxy; may be repeated"
    case .apiTokenFile: "file that holds the API token"
    case .infoPlist: "property list with the SDK's keys"
    case .store: "where things are kept (default: file: under the XDG state directory)"
    case .transport: "how requests travel (default: curl)"
    case .certificateAuthorityFile: "certificates to trust in place of the system's"
    case .pinnedPublicKey: "public key that the server must have; may be repeated, and one must match"
    case .sink: "where impressions go; may be repeated (default: stdout)"
    case .eventQueue: "keep impressions in DIR until they are delivered"
    case .clock: "manual stands at 2026-01-01T00:00:00Z until 'advance' moves it (default: system)"
    case .timeout: "time for a whole request (default: 30)"
    case .appVersion: "version of the app, for the server's rules"
    case .language: "language of the user, for the server's rules"
    case .appExtension: "behave as an app extension: never request flags"
    case .disableThrottle: "no limit of one refresh in 5 minutes"
    case .allowInsecureHTTP: "allow http to a host that is not loopback"
    }
  }
}
