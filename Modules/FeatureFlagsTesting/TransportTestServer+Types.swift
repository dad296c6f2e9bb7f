public import FeatureFlags

extension TransportTestServer {
  /// A request as it arrived.
  public struct Request: Sendable, Hashable {
    /// Which connection it came on, from 1 in the order in which they were opened.
    public var connection: Int

    /// The method.
    public var method: String

    /// The target as it stood in the request line: a path with query, or a whole URL when sent to a proxy.
    public var target: String

    /// The header fields in the order in which they came, white space around values taken off.
    public var headers: [HTTPHeader]

    /// The body.
    public var body: [UInt8]
  }

  /// One thing to do with a connection.
  public enum Step: Sendable, Hashable {
    /// Send these bytes.
    case send([UInt8])
    /// Send these bytes one by one, with a pause before each.
    case drip([UInt8], every: Duration)
    /// Send these bytes again and again until the other side hangs up.
    case flood([UInt8])
    /// Do nothing until the other side hangs up.
    case stall
    /// End the connection in good order.
    case close
    /// Break the connection off.
    case reset
  }

  /// What a server has seen.
  public struct Record: Sendable, Hashable {
    /// How many connections were opened to it.
    public var connections = 0

    /// How many of them the other side ended.
    public var endedByPeer = 0

    /// All whole requests, in the order in which they came.
    public var requests: [Request] = []
  }
}

extension TransportTestServer.Step {
  /// Sends the bytes of a text.
  public static func send(text: String) -> Self { .send(Array(text.utf8)) }

  /// Sends `response` with a `Content-Length`; without body and length where HTTP wants none (HEAD, 204, 304).
  public static func answer(_ response: HTTPResponse, to request: TransportTestServer.Request) -> Self {
    var head = "HTTP/1.1 \(response.status) Whatever\r\n"
    for header in response.headers { head += "\(header.name): \(header.value)\r\n" }
    let hasBody = request.method != "HEAD" && ![204, 304].contains(response.status)
    if hasBody { head += "Content-Length: \(response.body.count)\r\n" }
    return .send(Array((head + "\r\n").utf8) + (hasBody ? response.body : []))
  }
}
