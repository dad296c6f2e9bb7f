import FeatureFlags
import Locking

/// Answers each request with the same outcome and keeps what it was sent.
final class AnsweringTransport: Ports.Transport {
  private let outcome: Result<HTTPResponse, TransportError>
  private let sent = Locked<[HTTPRequest]>([])

  init(_ outcome: Result<HTTPResponse, TransportError>) {
    self.outcome = outcome
  }

  convenience init(status: Int = 200, _ body: String) {
    self.init(.success(HTTPResponse(status: status, body: Array(body.utf8))))
  }

  var requests: [HTTPRequest] { sent.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    sent.withLock { $0.append(request) }
    return try outcome.get()
  }
}

/// Never answers; ends when the task is cancelled, as a transport must.
struct SilentTransport: Ports.Transport {
  /// Yields once a request is waiting.
  let waiting: AsyncStream<Void>.Continuation

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    waiting.yield()
    for await _ in stream {}
    continuation.finish()
    throw TransportError(.cancelled, "the request was cancelled")
  }
}
