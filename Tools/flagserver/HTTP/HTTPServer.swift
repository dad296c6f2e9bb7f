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
    var connectionLimit: UInt32 = 1_000
    /// Request line and headers must fit.
    var connectionMemory = 32 << 10
    /// How long the end waits for requests that are under way.
    var drainSeconds = 5
  }

  /// The port that it listens on.
  let port: UInt16

  private let core: Core
  private let settings: Settings
  /// The address of the `cmhd_server`; taken by whoever stops it.
  private let server: Locked<UInt?>

  /// Starts listening.
  ///
  /// - Throws: why it cannot, in the system's words.
  init(
    listen: ListenAddress, router: Router, log: RequestLog, settings: Settings = Settings()
  ) throws(SystemError) {
    core = Core(router: router, log: log)
    self.settings = settings
    // Balanced at the end of `stop`, when no callback can come any more.
    var callbacks = Core.callbacks(context: Unmanaged.passRetained(core).toOpaque())
    var code: Int32 = 0
    let started = listen.address.withCString { address in
      var settings = cmhd_settings(
        address: address, port: listen.port, threads: settings.threads, idle_seconds: settings.idleSeconds,
        connection_limit: settings.connectionLimit, connection_memory: settings.connectionMemory)
      return cmhd_start(&settings, &callbacks, &code)
    }
    guard let started else {
      Unmanaged.passUnretained(core).release()
      throw SystemError("cannot listen on \(listen.address), port \(listen.port)", code: code)
    }
    port = cmhd_port(started)
    server = Locked(UInt(bitPattern: started))
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
    let isDrained = core.underWay.wait(timeout: .now() + .seconds(settings.drainSeconds)) == .success
    cmhd_stop(pointer)
    Unmanaged.passUnretained(core).release()
    return isDrained
  }
}
