/// Why a setting of the service cannot be used (C2).
public struct PushwooshConfigurationError: Error, Sendable, Hashable {
  /// Which setting it is; new ones may be added.
  public struct Setting: RawRepresentable, Sendable, Hashable {
    /// The stable name, for logs and tests.
    public let rawValue: String

    /// A setting of the given stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The Application Code.
    public static let applicationCode = Setting(rawValue: "application-code")
    /// The base URL.
    public static let baseURL = Setting(rawValue: "base-url")
    /// The URL of the reverse proxy.
    public static let reverseProxy = Setting(rawValue: "reverse-proxy")
    /// A header for the reverse proxy.
    public static let proxyHeader = Setting(rawValue: "proxy-header")
    /// The API token.
    public static let apiToken = Setting(rawValue: "api-token")

    /// The setting as a message begins with it.
    var subject: String {
      switch self {
      case .applicationCode: "the Application Code"
      case .baseURL: "the base URL"
      case .reverseProxy: "the reverse proxy URL"
      case .proxyHeader: "the proxy header"
      case .apiToken: "the API token"
      default: "the setting '\(rawValue)'"
      }
    }
  }

  /// The rule that the setting breaks; new ones may be added.
  public struct Rule: RawRepresentable, Sendable, Hashable {
    /// The stable name, for logs and tests.
    public let rawValue: String

    /// A rule of the given stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There must be something.
    public static let notEmpty = Rule(rawValue: "not-empty")
    /// There is an upper limit to its length.
    public static let length = Rule(rawValue: "length")
    /// No white space inside.
    public static let whiteSpace = Rule(rawValue: "white-space")
    /// No control characters; in a header no CR, LF or NUL.
    public static let controlCharacter = Rule(rawValue: "control-character")
    /// ASCII only.
    public static let ascii = Rule(rawValue: "ascii")
    /// No backslash.
    public static let backslash = Rule(rawValue: "backslash")
    /// `https://`, or `http://` where that is allowed.
    public static let scheme = Rule(rawValue: "scheme")
    /// No user name or password.
    public static let userInfo = Rule(rawValue: "user-info")
    /// A host: a name, an IPv4 address in four decimal parts, or an IPv6 address in brackets.
    public static let host = Rule(rawValue: "host")
    /// No port, or one of 1…65535.
    public static let port = Rule(rawValue: "port")
    /// A path of allowed characters without `.` and `..` segments.
    public static let path = Rule(rawValue: "path")
    /// Each `%` is followed by two hexadecimal digits.
    public static let percentEncoding = Rule(rawValue: "percent-encoding")
    /// No query.
    public static let query = Rule(rawValue: "query")
    /// No fragment.
    public static let fragment = Rule(rawValue: "fragment")
    /// The path ends with `json/1.3/` (T10).
    public static let suffix = Rule(rawValue: "suffix")
    /// Only the characters that the setting may hold.
    public static let characters = Rule(rawValue: "characters")
    /// A header name is a token of RFC 9110.
    public static let headerName = Rule(rawValue: "header-name")
    /// The header is the client's or the transport's own and cannot be set.
    public static let reservedHeader = Rule(rawValue: "reserved-header")
  }

  /// The setting that cannot be used.
  public let setting: Setting

  /// The rule that it breaks.
  public let rule: Rule

  /// What it should be, in words; never the value itself, for that may hold a secret.
  public let message: String

  /// An error that says `setting` `mustBe`.
  init(_ setting: Setting, _ rule: Rule, _ mustBe: String) {
    self.setting = setting
    self.rule = rule
    self.message = "\(setting.subject) \(mustBe)"
  }
}

extension PushwooshConfigurationError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
