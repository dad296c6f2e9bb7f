import CMicroHTTPD
import CPanel
import Testing

@testable import flagserver

/// What goes on for long, with real sockets on loopback: streams, and clients that take their time.
@Suite(.enabled(if: cmhd_version() != nil, "built without libmicrohttpd"))
struct HTTPStreamTests {
  private func withServer(
    _ settings: HTTPServer.Settings = .init(), limits: ServerState.Limits = .init(),
    _ body: @escaping @Sendable (HTTPServer, Router) throws -> Void
  ) async throws {
    let router = try router(limits: limits)
    try await onQueue {
      let server = try HTTPServer(
        listen: #require(ListenAddress("127.0.0.1:0")), router: router,
        log: RequestLog(isVerbose: false, write: { _ in }), settings: settings)
      defer { server.stop() }
      try body(server, router)
    }
  }

  private func openStream(_ port: UInt16) throws -> LoopbackClient {
    let client = try LoopbackClient(port: port)
    client.send("GET /admin/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    let head = try client.text(through: "\r\n\r\n")
    #expect(head.hasPrefix("HTTP/1.1 200 "))
    #expect(head.contains("Content-Type: text/event-stream\r\n"))
    #expect(head.contains("Cache-Control: no-store\r\n"))
    return client
  }

  @Test("A stream tells edits, impressions and requests as they come, with a single thread for all")
  func stream() async throws {
    try await withServer(.init(threads: 1)) { server, router in
      let reader = try openStream(server.port)
      let client = try LoopbackClient(port: server.port)
      for number in 0..<20 {
        #expect(try client.request("PUT", "/admin/flags/f\(number)", "{}").status == 201)
        let text = try reader.text(through: #""path":"/admin/flags/f\#(number)","status":201"#)
        #expect(text.contains(#"data: {"kind":"flag","name":"f\#(number)","action":"put"}"#))
      }
      #expect(try client.request("POST", "/json/1.3/postEvent", impression(of: "f")).status == 200)
      #expect(try reader.text(through: "event: request").contains("event: impression"))
    }
  }

  @Test("A reader hears that the server is there, and one who has gone makes room for another")
  func readersComeAndGo() async throws {
    try await withServer(.init(pingSeconds: 1), limits: .init(stream: .init(readers: 1))) { server, router in
      var reader: LoopbackClient? = try openStream(server.port)
      #expect(try reader?.text(through: ": ping\n\n").hasSuffix(": ping\n\n") == true)
      #expect(try LoopbackClient(port: server.port).request("GET", "/admin/stream").status == 503)
      reader = nil
      while !router.state.hub.hasRoom { _ = try LoopbackClient(port: server.port).request("GET", "/healthz") }
      _ = try openStream(server.port)
    }
  }

  @Test("The end of the server ends its streams in good order")
  func end() async throws {
    try await withServer { server, _ in
      let readers = try (0..<5).map { _ in try openStream(server.port) }
      #expect(server.stop())
      for reader in readers { #expect(try reader.text(through: "0\r\n\r\n").hasSuffix("0\r\n\r\n")) }
    }
  }

  @Test("A reader who never reads does not hold the server up, neither its work nor its end")
  func deafReader() async throws {
    try await withServer(.init(threads: 1, drainSeconds: 0)) { server, router in
      let reader = try openStream(server.port)
      for _ in 0..<20 {
        for _ in 0..<100 { router.state.hub.publish("edit") { [UInt8](repeating: 0x78, count: 10_000) } }
        #expect(try LoopbackClient(port: server.port).request("GET", "/healthz").status == 200)
      }
      server.stop()
      #expect(try reader.text(through: "never").contains("event: edit"))
    }
  }

  @Test("A request that takes too long in all is cut off, however busy its client is")
  func slowRequest() async throws {
    try await withServer(.init(totalSeconds: 1)) { server, _ in
      // One whose first line never ends, and one whose body never does.
      let silent = try LoopbackClient(port: server.port)
      silent.send("GET /heal")
      let slow = try LoopbackClient(port: server.port)
      slow.send("PUT /admin/import HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
      var chunks = 0
      while slow.isOpen, chunks < 10_000_000 {
        slow.send("1\r\nx\r\n")
        chunks += 1
      }
      #expect(!slow.isOpen)
      #expect(try silent.answer() == nil)
      #expect(try LoopbackClient(port: server.port).request("GET", "/healthz").status == 200)
    }
  }

  @Test("A stream outlives the time that a request may take")
  func longStream() async throws {
    try await withServer(.init(idleSeconds: 30, totalSeconds: 1, pingSeconds: 1)) { server, _ in
      let reader = try openStream(server.port)
      for _ in 0..<3 { #expect(try reader.text(through: ": ping\n\n").hasSuffix(": ping\n\n")) }
    }
  }

  @Test("A head that is too large is 431")
  func largeHead() async throws {
    try await withServer { server, _ in
      let client = try LoopbackClient(port: server.port)
      client.send("GET /healthz HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\n")
      #expect(try client.answer()?.status == 431)
    }
  }

  @Test("The panel's headers reach the browser, and no answer tells more than it should")
  func headers() async throws {
    try await withServer { server, _ in
      let client = try LoopbackClient(port: server.port)
      let count = cpanel_asset_count()
      for index in 0..<count {
        let path = String(cString: cpanel_asset_at(index).path)
        let answer = try client.request("GET", path)
        #expect(answer.headers["content-security-policy"]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
        #expect(answer.headers["cache-control"] == "no-cache")
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["referrer-policy"] == "no-referrer")
        let tag = try #require(answer.headers["etag"])
        #expect(try client.request("GET", path, headers: ["If-None-Match: \"x\", \(tag)"]).status == 304)
      }
      let metrics = try client.request("GET", "/metrics")
      #expect(metrics.headers["cache-control"] == "no-store")
      #expect(metrics.headers["referrer-policy"] == "no-referrer")
      #expect(metrics.body.contains("\nflagserver_connections 1\n"))
      for status in [200, 304] {
        #expect(
          metrics.body.contains("flagserver_requests_total{endpoint=\"panel\",status=\"\(status)\"} \(count)\n"))
      }
    }
  }
}
