/// One HTTP request, as a ``Ports/Transport`` sends it.
public struct HTTPRequest: Sendable, Hashable {
  /// The method; `POST` in all the client itself sends.
  public var method: String

  /// The absolute URL, `https://…` or `http://…`.
  public var url: String

  /// The header fields in the order in which they go out.
  public var headers: [HTTPHeader]

  /// The body; empty for none.
  public var body: [UInt8]

  /// How long the whole exchange may take, from the call of ``Ports/Transport/send(_:)`` to the last byte.
  public var timeout: Duration

  /// How many bytes the decoded body of the answer may have.
  public var maximumResponseBytes: Int

  /// A request with the given parts.
  public init(
    method: String = "POST", url: String, headers: [HTTPHeader] = [], body: [UInt8] = [],
    timeout: Duration = .seconds(30), maximumResponseBytes: Int = 16 << 20
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.maximumResponseBytes = maximumResponseBytes
  }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// The method and the size of the body: headers, URL and body may hold secrets.
  public var description: String { "HTTPRequest(\(method), \(body.count) bytes)" }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
