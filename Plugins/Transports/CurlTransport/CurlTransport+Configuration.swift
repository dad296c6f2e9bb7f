import CCurl

extension CurlTransport {
  /// How a ``CurlTransport`` connects.
  public struct Configuration: Sendable, Hashable {
    /// How long making a connection may take, name resolution and TLS included; the request's own time-out still holds.
    public var connectTimeout: Duration

    /// A file of PEM certificates that are trusted in place of the system's; nil for the system's.
    public var certificateAuthorityFile: String?

    /// The public keys of which a server must have one, beside a certificate that is in order; empty for no such demand.
    ///
    /// Name the key in use and a spare one that is kept elsewhere: without a spare, a lost key locks every client out.
    /// A server with another key is a failure of TLS, and with keys named nothing is sent over `http`, which has none.
    public var pinnedPublicKeys: [PublicKeyPin]

    /// Through which proxy requests go.
    public var proxy: Proxy

    /// How many connections without a request are kept open for later ones; at least 1.
    public var maximumIdleConnections: Int

    /// The name the dynamic linker knows libcurl by; another one only in tests.
    package var libraryName = FF_CURL_LIBRARY

    /// A configuration with the given values; by default 10 s to connect, the system's certificates and proxy, no pins.
    public init(
      connectTimeout: Duration = .seconds(10), certificateAuthorityFile: String? = nil,
      pinnedPublicKeys: [PublicKeyPin] = [], proxy: Proxy = .environment, maximumIdleConnections: Int = 8
    ) {
      self.connectTimeout = connectTimeout
      self.certificateAuthorityFile = certificateAuthorityFile
      self.pinnedPublicKeys = pinnedPublicKeys
      self.proxy = proxy
      self.maximumIdleConnections = maximumIdleConnections
    }
  }

  /// Through which proxy requests go.
  public enum Proxy: Sendable, Hashable {
    /// The one of the environment: `https_proxy`, `http_proxy` (lower case only), `ALL_PROXY`, but for hosts in `NO_PROXY`.
    case environment
    /// None, whatever the environment says.
    case none
    /// The one at this URL, for example `http://proxy.example.com:3128`, but for hosts in `NO_PROXY`.
    case url(String)
  }
}

extension CurlTransport.Proxy: CustomStringConvertible, CustomReflectable {
  /// Which kind it is: the URL of a proxy may hold a password.
  public var description: String {
    switch self {
    case .environment: "environment"
    case .none: "none"
    case .url: "url(…)"
    }
  }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
