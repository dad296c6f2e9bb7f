public import FeatureFlags
import Synchronization

/// A small HTTP/1.1 server on the loopback interface whose answers a test writes byte by byte.
///
/// It listens on a free port of its own and runs on one private thread until ``stop()`` or until it is let go. For each
/// request it asks its script what to do, and it keeps a ``Record`` of what it saw, so a test can tell that a connection
/// was used again or that the other side hung up. It reads bodies that have a `Content-Length`, nothing else.
public final class TransportTestServer: Sendable {
  /// The port it listens on.
  public let port: UInt16

  private let core: TransportTestServerCore

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - greeting: what to do with a new connection before anything is read from it.
  ///   - script: what to do about a request; called on the server's thread, so it must not block. After the last step
  ///     the connection waits for another request.
  /// - Throws: ``RuleViolation`` when the system gives no socket or thread.
  public init(
    greeting: [Step] = [], answering script: @escaping @Sendable (Request) -> [Step]
  ) throws(RuleViolation) {
    let listener = try TransportSocket.bound(listening: true)
    port = listener.port
    do {
      let waker = try TransportSocket.pipe()
      core = TransportTestServerCore(waker: waker.write)
      let loop = TransportTestServerLoop(
        listener: listener.descriptor, waker: waker.read, core: core, greeting: greeting, script: script)
      try loop.start()
    } catch {
      TransportSocket.close(listener.descriptor)
      throw error
    }
  }

  deinit { core.stop() }

  /// A server that gives every request the same answer.
  public convenience init(answering response: HTTPResponse) throws(RuleViolation) {
    try self.init { request in [.answer(response, to: request)] }
  }

  /// The server's address, `http://127.0.0.1:PORT`, without a path.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// What it has seen so far.
  public var record: Record { core.record }

  /// Waits until what the server has seen meets `condition`; false when it does not within `limit`.
  ///
  /// The limit only matters when the thing waited for does not happen: give it generously.
  public func saw(
    within limit: Duration = .seconds(600), _ condition: @escaping @Sendable (Record) -> Bool
  ) async -> Bool {
    await core.wait(until: .now + limit, condition)
  }

  /// Closes all connections and ends the thread; returns at once.
  public func stop() { core.stop() }
}
