import CMicroHTTPD
import Dispatch

extension HTTPServer {
  /// What the callbacks of libmicrohttpd work with.
  final class Core: Sendable {
    let router: Router
    let log: RequestLog
    /// How long a request may take.
    let totalSeconds: UInt32
    let delays = DelayedExchanges()
    /// Entered by each request from its first line to its end.
    let underWay = DispatchGroup()

    init(router: Router, log: RequestLog, totalSeconds: UInt32) {
      self.router = router
      self.log = log
      self.totalSeconds = totalSeconds
    }

    static func callbacks(context: UnsafeMutableRawPointer) -> cmhd_callbacks {
      cmhd_callbacks(
        context: context,
        begin: { context, target in
          guard let core = Core.core(context), let target else { return nil }
          core.underWay.enter()
          return Unmanaged.passRetained(Exchange(target: String(cString: target))).toOpaque()
        },
        head: { context, request, connection, method in
          guard let core = Core.core(context), let exchange = Core.exchange(request), let connection, let method else {
            return cmhd_verdict_close
          }
          exchange.takeHead(
            method: String(cString: method), headers: Core.headers(of: connection), router: core.router)
          return exchange.response == nil ? cmhd_verdict_go_on : Core.send(exchange, on: connection)
        },
        body: { _, request, bytes, count in
          guard let exchange = Core.exchange(request) else { return cmhd_verdict_close }
          return exchange.takeBody(UnsafeBufferPointer(start: bytes, count: count))
            ? cmhd_verdict_go_on : cmhd_verdict_close
        },
        ready: { context, request, connection in
          guard let core = Core.core(context), let exchange = Core.exchange(request), let connection else {
            return cmhd_verdict_close
          }
          if exchange.response == nil {
            let response = core.router.respond(to: exchange.request)
            exchange.response = response
            if response.isStream { return core.stream(exchange, on: connection) }
            let delay = response.delivery.delayMilliseconds
            if delay > 0 {
              cmhd_allow_seconds(connection, core.totalSeconds + UInt32(delay / 1_000))
              core.delays.suspend(connection, milliseconds: delay)
              return cmhd_verdict_go_on
            }
          }
          return Core.send(exchange, on: connection)
        },
        end: { context, request in
          guard let core = Core.core(context), let request else { return }
          let exchange = Unmanaged<Exchange>.fromOpaque(request).takeRetainedValue()
          let entry = exchange.entry(now: WallClock.now(), wasSent: exchange.response?.delivery.isDropped == false)
          core.router.finish(exchange.request, entry)
          core.log.record(entry)
          core.underWay.leave()
        })
    }

    /// What every response says.
    private static let commonHeaders = [
      Header(name: "X-Content-Type-Options", value: "nosniff"), Header(name: "Referrer-Policy", value: "no-referrer"),
    ]

    private static func core(_ context: UnsafeMutableRawPointer?) -> Core? {
      context.map { Unmanaged<Core>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func exchange(_ request: UnsafeMutableRawPointer?) -> Exchange? {
      request.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func headers(of connection: OpaquePointer) -> [Header] {
      var headers: [Header] = []
      withUnsafeMutablePointer(to: &headers) { headers in
        cmhd_each_header(
          connection,
          { context, name, value in
            guard let name, let value else { return }
            context?.assumingMemoryBound(to: [Header].self).pointee.append(
              Header(name: String(cString: name).lowercased(), value: String(cString: value)))
          }, headers)
      }
      return headers
    }

    private static func addHeaders(of response: Response, to message: OpaquePointer) {
      for header in response.headers { cmhd_response_add_header(message, header.name, header.value) }
      cmhd_response_add_header(message, "Cache-Control", response.caching)
      for header in commonHeaders { cmhd_response_add_header(message, header.name, header.value) }
    }

    /// Sends the head of a stream, which then goes on by itself; it may take any time.
    private func stream(_ exchange: Exchange, on connection: OpaquePointer) -> cmhd_verdict {
      guard let response = exchange.response, let body = StreamBody(hub: router.state.hub, connection: connection)
      else { return cmhd_verdict_close }
      guard let message = body.message() else { return cmhd_verdict_close }
      cmhd_allow_seconds(connection, 0)
      Core.addHeaders(of: response, to: message)
      return cmhd_response_send(message, connection, UInt32(response.status))
    }

    private static func send(_ exchange: Exchange, on connection: OpaquePointer) -> cmhd_verdict {
      guard let response = exchange.response, !response.delivery.isDropped else { return cmhd_verdict_close }
      let body = response.body
      let message = body.withUnsafeBufferPointer { bytes in
        response.delivery.isCut
          ? cmhd_response_create_cut(bytes.baseAddress, bytes.count, bytes.count / 2)
          : cmhd_response_create(bytes.baseAddress, bytes.count)
      }
      guard let message else { return cmhd_verdict_close }
      addHeaders(of: response, to: message)
      return cmhd_response_send(message, connection, UInt32(response.status))
    }
  }
}
