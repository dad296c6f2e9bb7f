extension PushwooshService {
  /// The settings of a service.
  public struct Configuration: Sendable {
    /// The Application Code; required (C1).
    public var applicationCode: String

    /// The base URL; nil for `https://<Application Code>.api.pushwoosh.com/json/1.3/`.
    public var baseURL: String?

    /// The proxy that requests go through; nil for none.
    public var reverseProxy: ReverseProxy?

    /// The API token; nil or blank for none, and then there is no `Authorization` header.
    public var apiToken: String?

    /// True to allow `http://` to hosts other than loopback; anyone on the way can read and change such requests.
    public var allowsInsecureHTTP: Bool

    /// The version the service is told.
    public var sdkVersion: String

    /// The kind of device the service is told in the envelope.
    ///
    /// The protocol has no number for Linux. 1, the default, is what the SDK whose behaviour this client has sends on iOS.
    public var deviceType: Int64

    /// Settings with the given values.
    public init(
      applicationCode: String, baseURL: String? = nil, reverseProxy: ReverseProxy? = nil, apiToken: String? = nil,
      allowsInsecureHTTP: Bool = false, sdkVersion: String = PushwooshService.sdkVersion, deviceType: Int64 = 1
    ) {
      self.applicationCode = applicationCode
      self.baseURL = baseURL
      self.reverseProxy = reverseProxy
      self.apiToken = apiToken
      self.allowsInsecureHTTP = allowsInsecureHTTP
      self.sdkVersion = sdkVersion
      self.deviceType = deviceType
    }
  }
}

extension PushwooshService.Configuration: CustomStringConvertible, CustomReflectable {
  /// The application alone: token, URLs and headers may hold secrets.
  public var description: String { "PushwooshService.Configuration(\(applicationCode))" }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
