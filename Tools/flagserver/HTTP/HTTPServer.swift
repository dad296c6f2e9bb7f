import CMicroHTTPD
import Dispatch
import Locking

/// The bridge between the router and libmicrohttpd.
///
/// A few threads share all connections (poll), instead of a thread for each: a thousand slow clients cost memory but
/// no threads, and an answer that is delayed is set aside without one. Nothing in the router waits, so a small pool is
/// enough.
final class HTTPServer: Sendable {
  /// The limits of a server.
  struct Settings: Sendable {
    var threads: UInt32 = 4
    var idleSeconds: UInt32 = 30
    /// How long a request may take in all, and a client to send the first line of one.
    var totalSeconds: UInt32 = 60
    /// How often overdue connections are looked for.
    var checkSeconds = 1
    /// How often readers of the stream hear that the server is there.
    var pingSeconds = 15
    var connectionLimit: UInt32 = 4_000
    /// Request line and headers must fit.
    var connectionMemory = 32 << 10
    /// How long the end waits for requests that are under way.
    var drainSeconds = 5
  }

  /// The port that it listens on.
  let port: UInt16

  private let core: Core
  private let housekeeping = DispatchQueue(label: "flagserver.housekeeping")
  private let settings: Settings
  /// The address of the `cmhd_server`; taken by whoever stops it.
  private let server: Locked<UInt?>

  /// Starts listening.
  ///
  /// - Throws: why it cannot, in the system's words.
  init(
    listen: ListenAddress, router: Router, log: RequestLog, settings: Settings = Settings()
  ) throws(SystemError) {
    core = Core(router: router, log: log, totalSeconds: settings.totalSeconds)
    self.settings = settings
    // Balanced at the end of `stop`, when no callback can come any more.
    var callbacks = Core.callbacks(context: Unmanaged.passRetained(core).toOpaque())
    var code: Int32 = 0
    let started = listen.address.withCString { address in
      var settings = cmhd_settings(
        address: address, port: listen.port, threads: settings.threads, idle_seconds: settings.idleSeconds,
        total_seconds: settings.totalSeconds, connection_limit: settings.connectionLimit,
        connection_memory: settings.connectionMemory)
      return cmhd_start(&settings, &callbacks, &code)
    }
    guard let started else {
      Unmanaged.passUnretained(core).release()
      throw SystemError("cannot listen on \(listen.address), port \(listen.port)", code: code)
    }
    port = cmhd_port(started)
    server = Locked(UInt(bitPattern: started))
    router.state.metrics.setConnectionCount { [weak self] in
      self?.withServer { Int(cmhd_connection_count($0)) } ?? 0
    }
    keepHouse(every: settings.checkSeconds) { server in
      _ = server.withServer { cmhd_shut_overdue($0) }
    }
    keepHouse(every: settings.pingSeconds) { $0.core.router.state.hub.ping() }
  }

  /// Does `work` every so many seconds, for as long as the server is there.
  private func keepHouse(every seconds: Int, _ work: @escaping @Sendable (HTTPServer) -> Void) {
    housekeeping.asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
      guard let self, self.withServer({ _ in true }) == true else { return }
      work(self)
      self.keepHouse(every: seconds, work)
    }
  }

  /// What `body` makes of the server, which is not freed meanwhile; nil when it has been stopped.
  private func withServer<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
    server.withLock { address in address.flatMap { OpaquePointer(bitPattern: $0) }.map(body) }
  }

  deinit { stop() }

  /// Accepts nothing new, lets what is under way finish, and closes; the second call does nothing.
  ///
  /// Blocks for up to ``Settings/drainSeconds``; false when a request was cut off after that.
  @discardableResult
  func stop() -> Bool {
    let address = server.withLock { server in
      defer { server = nil }
      return server
    }
    guard let address, let pointer = OpaquePointer(bitPattern: address) else { return true }
    cmhd_quiesce(pointer)
    core.delays.resumeAll()
    core.router.state.hub.closeAll()
    let isDrained = core.underWay.wait(timeout: .now() + .seconds(settings.drainSeconds)) == .success
    cmhd_stop(pointer)
    Unmanaged.passUnretained(core).release()
    return isDrained
  }
}
