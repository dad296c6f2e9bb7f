/// One request on its way through the server.
///
/// Confined to libmicrohttpd's thread for its connection: the library makes the callbacks of one request one after the
/// other and hands it on with a barrier of its own, and nobody else holds a reference.
final class Exchange {
  private(set) var request: Request
  /// The answer, once there is one; it may be waiting for its delay to pass.
  var response: Response?
  let start = ContinuousClock.now
  private var bodyLimit = 0
  private var received = 0

  init(target: String) {
    request = Request(method: "", target: target)
  }

  /// Bytes that are read and thrown away beyond the limit, so that the client gets to read why.
  private static let tolerance = 1 << 20

  /// Takes the head in, and answers at once if it announces too large a body.
  func takeHead(method: String, headers: [Header], router: Router) {
    request.method = method
    request.headers = headers
    let refusal = router.refusal(of: request)
    bodyLimit = refusal == nil ? router.bodyLimit(of: request) : 1 << 16
    if let length = request.header("content-length").flatMap({ Int($0) }), length > bodyLimit {
      response = refusal ?? Self.tooLarge(bodyLimit)
    }
  }

  /// Takes a part of the body in; false when there has been far too much.
  func takeBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    received += bytes.count
    if received <= bodyLimit {
      request.body.append(contentsOf: bytes)
    } else {
      request.body = []
      response = Self.tooLarge(bodyLimit)
    }
    return received <= bodyLimit + Self.tolerance
  }

  private static func tooLarge(_ limit: Int) -> Response {
    .envelope(413, "the body must not have more than \(limit) bytes")
  }

  /// What the log tells of it.
  func entry(now: Int64, wasSent: Bool) -> RequestLog.Entry {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return RequestLog.Entry(
      time: now, method: request.method, path: request.path,
      status: wasSent ? response?.status : nil, size: wasSent ? response?.body.count ?? 0 : 0,
      microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000, party: response?.party)
  }
}
