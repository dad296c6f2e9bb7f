#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A test server's thread: waits for its sockets and moves each connection on.
struct TransportTestServerLoop {
  let listener: Int32
  let waker: Int32
  let core: TransportTestServerCore
  let greeting: [TransportTestServer.Step]
  let script: @Sendable (TransportTestServer.Request) -> [TransportTestServer.Step]
  private var connections: [TransportTestServerConnection] = []

  init(
    listener: Int32, waker: Int32, core: TransportTestServerCore, greeting: [TransportTestServer.Step],
    script: @escaping @Sendable (TransportTestServer.Request) -> [TransportTestServer.Step]
  ) {
    self.listener = listener
    self.waker = waker
    self.core = core
    self.greeting = greeting
    self.script = script
  }

  /// Hands a value over to a thread.
  private final class Start: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  func start() throws(RuleViolation) {
    let start = Unmanaged.passRetained(
      Start { [self] in
        var loop = self
        loop.run()
      })
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let error = pthread_create(
      &thread, nil,
      { context in
        #if canImport(Glibc)
          guard let context else { return nil }
        #endif
        Unmanaged<Start>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, start.toOpaque())
    guard error == 0 else {
      start.release()
      core.end()
      TransportSocket.close(waker)
      throw RuleViolation("test server", "no thread can be started: system error \(error)")
    }
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      if let thread { pthread_detach(thread) }
    #endif
  }

  private mutating func run() {
    while !core.isStopped {
      let now = ContinuousClock.now
      var due = [core.answerWaiters()].compactMap { $0 }
      for index in connections.indices {
        connections[index].proceed(now, core, script)
        if let wake = connections[index].due { due.append(wake) }
      }
      connections.removeAll { $0.isClosed }
      // Moving connections on may have met a condition.
      if let wake = core.answerWaiters() { due.append(wake) }
      wait(until: due.min())
    }
    for connection in connections where !connection.isClosed { TransportSocket.close(connection.descriptor) }
    TransportSocket.close(listener)
    core.end()
    TransportSocket.close(waker)
  }

  /// Waits until something can be read or written, or until `deadline`, then reads all there is.
  private mutating func wait(until deadline: ContinuousClock.Instant?) {
    var descriptors = [pollfd(fd: waker, events: Int16(POLLIN), revents: 0)]
    descriptors.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
    for connection in connections {
      let events = connection.hasOutput ? POLLIN | POLLOUT : POLLIN
      descriptors.append(pollfd(fd: connection.descriptor, events: Int16(events), revents: 0))
    }
    var milliseconds: Int32 = -1
    if let deadline {
      let (seconds, attoseconds) = (deadline - .now).components
      milliseconds = Int32(max(0, min(60_000, seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)))
    }
    guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return }
    if descriptors[0].revents != 0 { _ = TransportSocket.input(from: waker) }
    for index in connections.indices where descriptors[index + 2].revents & ~Int16(POLLOUT) != 0 {
      connections[index].receive(core)
    }
    while descriptors[1].revents != 0, let descriptor = TransportSocket.accept(on: listener) {
      core.note { $0.connections += 1 }
      connections.append(
        TransportTestServerConnection(
          descriptor: descriptor, number: core.record.connections, greeting: greeting))
    }
  }
}
