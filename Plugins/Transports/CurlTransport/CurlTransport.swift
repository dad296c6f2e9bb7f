public import FeatureFlags

/// Sends requests through libcurl: HTTP/1.1, HTTP/2 where the server offers it over TLS, gzip, kept-alive connections.
///
/// Conforms to `Ports.Transport`. One thread of its own does all the work, whatever the number of requests;
/// it starts with the first one, sleeps while there is nothing to do, and ends with ``shutdown()`` or with the transport.
///
/// Certificates and host names are always verified; public keys can be pinned besides. Redirects are not followed, cookies and `.netrc` are not used, and
/// of itself it adds only `Host`, `Content-Length` and, unless the request has one, `Accept-Encoding: gzip`. Bodies coded
/// with gzip arrive decoded, and the size limit holds for the decoded bytes. One thing libcurl repeats by itself: a request
/// on a kept-alive connection that turns out to be closed goes out again on a new one, if no byte of an answer had come.
///
/// libcurl 7.85 or newer (`libcurl.so.4`) is loaded at the first send, not linked, so a program that never sends does not
/// need it; without it a send fails with `TransportError.Reason.unavailable`.
public final class CurlTransport: Ports.Transport, Sendable {
  private let loop: CurlLoop

  /// A transport with the given configuration; nothing is loaded or started yet.
  public init(_ configuration: Configuration = Configuration()) {
    loop = CurlLoop(configuration)
  }

  deinit { loop.stop() }

  /// How many connections have been opened so far, by finished requests.
  package var connectionsOpened: Int { loop.connectionsOpened }

  /// Sends `request` and returns the answer, from any task or thread.
  ///
  /// A request that could forge another or leak a password is refused before anything is sent: a URL that is not
  /// `http` or `https` or has a user name, white space or control characters in it; a method or header name that is no
  /// token; a header value with a line break; `Content-Length` and `Transfer-Encoding`; `http` while keys are pinned.
  ///
  /// - Throws: `TransportError` when no whole HTTP answer came.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let now = ContinuousClock.now
    try RequestCheck.check(request)
    let host = String(try RequestCheck.host(of: request.url))
    if !loop.configuration.pinnedPublicKeys.isEmpty { try RequestCheck.checkTLS(request.url) }
    guard request.timeout > .zero else { throw .timeOver(host) }
    if Task.isCancelled { throw .taskCancelled }
    let longest = Duration.seconds(1_000_000)
    let transfer = CurlTransfer(request, host: host, deadline: now + min(request.timeout, longest))
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        transfer.setContinuation(continuation)
        loop.submit(transfer)
      }
    } onCancel: {
      transfer.cancel()
      loop.wake()
    }
    return try outcome.get()
  }

  /// Ends all transfers with `TransportError.Reason.cancelled`, closes all connections and ends the thread.
  ///
  /// Returns at once; later sends fail in the same way. May be called again, and from any thread.
  public func shutdown() {
    loop.stop()
  }
}
