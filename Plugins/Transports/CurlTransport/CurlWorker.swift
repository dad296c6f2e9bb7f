import CCurl
import FeatureFlags

/// What the transport's thread does: it owns the multi handle and everything in it, and nothing of it leaves the thread.
///
/// It waits in one place only, in ``ff_curl_multi_wait(_:_:)``, outside the gate; all other libcurl calls are inside.
struct CurlWorker {
  private let loop: CurlLoop
  private let multi: OpaquePointer
  private var active: [OpaquePointer: CurlExchange] = [:]
  /// Who is to be answered once the gate is left: an answer wakes other people's code.
  private var finished: [(CurlTransfer, CurlTransfer.Outcome)] = []

  /// Runs until the loop is stopped.
  static func run(_ loop: CurlLoop) {
    if let error = load(loop.configuration.libraryName) { return loop.abandon(error) }
    ff_gate_enter()
    let multi = ff_curl_multi_new(max(1, loop.configuration.maximumIdleConnections))
    ff_gate_leave()
    guard let multi else { return loop.abandon(TransportError(.unavailable, "libcurl is out of memory")) }
    var worker = CurlWorker(loop: loop, multi: multi)
    loop.setMulti(multi)
    var reason = TransportError.transportShutDown
    while !loop.isStopped {
      worker.turn()
      if worker.wait() { continue }
      reason = TransportError(.unavailable, "libcurl cannot wait for its sockets")
      break
    }
    loop.setMulti(nil)
    worker.end(reason)
    loop.abandon(reason)
  }

  /// Loads libcurl, the first time for the whole process.
  private static func load(_ name: String) -> TransportError? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { message in
      guard let start = message.baseAddress else { return nil }
      return ff_curl_load(name, UInt32(FF_CURL_MINIMUM_VERSION), start, message.count)
        ? nil : TransportError(.unavailable, String(cString: start))
    }
  }

  private init(loop: CurlLoop, multi: OpaquePointer) {
    self.loop = loop
    self.multi = multi
  }

  /// Does all that can be done without waiting.
  private mutating func turn() {
    let arrivals = loop.takeArrivals()
    ff_gate_enter()
    for transfer in arrivals { start(transfer) }
    for exchange in active.values where exchange.transfer.isCancelled { end(exchange, .failure(.taskCancelled)) }
    perform()
    ff_gate_leave()
    answer()
  }

  /// Waits until a socket or a timer of libcurl is due, or until woken; false when that is impossible.
  private func wait() -> Bool {
    // With nothing under way there is only the wake-up to wait for. Else libcurl knows what to wait for, almost: 7.88 can
    // leave the end of an HTTP/2 answer in the TLS library's buffer, of which no socket will tell. So look now and then.
    ff_curl_multi_wait(multi, active.isEmpty ? 3_600_000 : 50)
  }

  /// Ends everything and gives libcurl's memory and sockets back.
  private mutating func end(_ reason: TransportError) {
    ff_gate_enter()
    for exchange in active.values { end(exchange, .failure(reason)) }
    ff_curl_multi_free(multi)
    ff_gate_leave()
    answer()
  }

  private mutating func answer() {
    for (transfer, outcome) in finished { transfer.finish(outcome) }
    finished = []
  }

  private mutating func start(_ transfer: CurlTransfer) {
    guard !transfer.isCancelled else { return finished.append((transfer, .failure(.taskCancelled))) }
    let remaining = transfer.deadline - .now
    guard remaining > .zero else { return finished.append((transfer, .failure(.timeOver(transfer.host)))) }
    guard let exchange = CurlExchange(transfer, remaining: remaining, loop.configuration),
      ff_curl_multi_add(multi, exchange.easy)
    else {
      let error = TransportError(.unavailable, "libcurl cannot prepare the request")
      return finished.append((transfer, .failure(error)))
    }
    active[exchange.easy] = exchange
  }

  private mutating func perform() {
    guard ff_curl_multi_perform(multi) else {
      let error = TransportError(.unavailable, "libcurl failed")
      for exchange in active.values { end(exchange, .failure(error)) }
      return
    }
    var code: Int32 = 0
    while let easy = ff_curl_multi_next_finished(multi, &code) {
      guard let exchange = active[easy] else { continue }
      loop.countConnections(ff_curl_get(easy, FF_CURL_INFO_CONNECTIONS_OPENED))
      end(exchange, exchange.outcome(ff_curl_code(UInt32(bitPattern: code))))
    }
  }

  /// Takes an exchange out; one that is still under way loses its connection.
  private mutating func end(_ exchange: CurlExchange, _ outcome: CurlTransfer.Outcome) {
    active[exchange.easy] = nil
    ff_curl_multi_remove(multi, exchange.easy)
    exchange.free()
    finished.append((exchange.transfer, outcome))
  }
}
