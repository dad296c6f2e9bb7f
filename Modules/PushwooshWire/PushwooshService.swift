import Locking

/// What all requests to the service share: application, where it lives, proxy, token. One for each client.
///
/// Safe from any thread. Everything is looked up anew when a request is made, so a change holds from the next one on.
public final class PushwooshService: Sendable {
  /// The version of this library, as the service is told.
  public static let sdkVersion = "0.1.0"

  /// The application.
  public let applicationCode: ApplicationCode

  /// What a request's `v` and `sdk_version` say.
  let sdkVersion: String

  /// What a request's `device_type` says.
  let deviceType: Int64

  private let allowsInsecureHTTP: Bool

  /// What may change; the lock is held to copy it in or out and never while anything else is called.
  private let state: Locked<State>

  private struct State: Sendable {
    var base: BaseURL
    var proxy: ReverseProxy?
    var token: APIToken?
  }

  /// A service with the given settings.
  ///
  /// - Throws: when the Application Code, the base URL or the token cannot be used; the error names the setting (C2).
  public init(_ configuration: Configuration) throws(PushwooshConfigurationError) {
    let code = try ApplicationCode(configuration.applicationCode)
    let base =
      if let text = configuration.baseURL {
        try BaseURL(text, allowsInsecureHTTP: configuration.allowsInsecureHTTP)
      } else {
        try BaseURL(for: code)
      }
    let token = try configuration.apiToken.flatMapThrowing(APIToken.init)
    applicationCode = code
    sdkVersion = configuration.sdkVersion
    deviceType = configuration.deviceType
    allowsInsecureHTTP = configuration.allowsInsecureHTTP
    state = Locked(State(base: base, proxy: configuration.reverseProxy, token: token))
  }

  /// The base URL that requests go to when there is no proxy; a server's `base_url` may have moved it.
  public var baseURL: BaseURL { state.withLock { $0.base } }

  /// Sends all later requests through `proxy`, or directly again when it is nil.
  public func setReverseProxy(_ proxy: ReverseProxy?) {
    state.withLock { $0.proxy = proxy }
  }

  /// Sends `token` with all later requests; nil or blank for none.
  ///
  /// - Throws: when it cannot stand in a header; the former token stays.
  public func setAPIToken(_ token: String?) throws(PushwooshConfigurationError) {
    let token = try token.flatMapThrowing(APIToken.init)
    state.withLock { $0.token = token }
  }

  /// Where a request made now goes.
  ///
  /// - Throws: when the proxy's URL cannot be used.
  func endpoint() throws(PushwooshConfigurationError) -> Endpoint {
    let (base, proxy, token) = state.withLock { ($0.base, $0.proxy, $0.token) }
    guard let proxy else { return Endpoint(base: base, isProxy: false, proxyHeaders: [], token: token) }
    return Endpoint(
      base: try proxy.base(allowsInsecureHTTP: allowsInsecureHTTP), isProxy: true, proxyHeaders: proxy.headers,
      token: token)
  }

  /// Moves to the `base_url` of a full success, if the rules let it.
  ///
  /// They do when the request went to the current base, no proxy is or was set, the text is a valid base URL, and the
  /// move takes away neither TLS nor, by losing `json/1.3/`, the flags: an answer to an event must not switch those off.
  /// - Returns: true when later requests go there.
  @discardableResult
  func adopt(_ text: String, from endpoint: Endpoint) -> Bool {
    guard !endpoint.isProxy, let moved = try? BaseURL(text, allowsInsecureHTTP: allowsInsecureHTTP),
      moved.isSecure || !endpoint.base.isSecure,
      moved.evaluationURL != nil || endpoint.base.evaluationURL == nil
    else { return false }
    return state.withLock { state in
      guard state.proxy == nil, state.base == endpoint.base else { return false }
      state.base = moved
      return true
    }
  }
}

extension PushwooshService: CustomStringConvertible, CustomReflectable {
  /// The application alone.
  public var description: String { "PushwooshService(\(applicationCode))" }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}

extension Optional {
  /// `flatMap` for a transform that throws one type of error.
  fileprivate func flatMapThrowing<Result, Failure: Error>(
    _ transform: (Wrapped) throws(Failure) -> Result?
  ) throws(Failure) -> Result? {
    guard let self else { return nil }
    return try transform(self)
  }
}
