import CMicroHTTPD
import Dispatch
import Locking
import Testing

@testable import flagserver

/// The server with real sockets on loopback.
@Suite(.enabled(if: cmhd_version() != nil, "built without libmicrohttpd"))
struct HTTPServerTests {
  private func withServer(
    _ settings: HTTPServer.Settings = .init(), log: @escaping @Sendable (String) -> Void = { _ in },
    _ body: @escaping @Sendable (HTTPServer, UInt16) throws -> Void
  ) async throws {
    let router = try router()
    try await onQueue {
      let server = try HTTPServer(
        listen: #require(ListenAddress("127.0.0.1:0")), router: router, log: RequestLog(isVerbose: true, write: log),
        settings: settings)
      defer { server.stop() }
      try body(server, server.port)
    }
  }

  private static let evaluate = "/proxy/api/v1/feature-flags/evaluate"

  @Test("Requests are answered over one connection, one after the other")
  func keepAlive() async throws {
    try await withServer { _, port in
      let client = try LoopbackClient(port: port)
      for _ in 0..<3 {
        let answer = try client.request("POST", Self.evaluate, someone)
        #expect(answer.status == 200)
        #expect(answer.body.contains(#""rule_id":"r_1""#))
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["cache-control"] == "no-store")
        let tag = try #require(answer.headers["etag"])
        let unchanged = try client.request("POST", Self.evaluate, someone, headers: ["If-None-Match: \(tag)"])
        #expect(unchanged.status == 304)
        #expect(try client.request("GET", "/admin/flags/a%2Fb").status == 404)
      }
    }
  }

  @Test("An escaped separator stays part of a flag's key")
  func escapes() async throws {
    try await withServer { _, port in
      let client = try LoopbackClient(port: port)
      #expect(try client.request("PUT", "/admin/flags/a%2Fb", "{}").status == 201)
      #expect(try client.request("GET", "/admin/flags/a%2fb?x=%41").body.contains(#""key":"a/b""#))
    }
  }

  @Test("A body that is cut ends before its announced size, and a dropped connection gives nothing")
  func brokenAnswers() async throws {
    try await withServer { _, port in
      let admin = try LoopbackClient(port: port)
      _ = try admin.request(
        "PUT", "/admin/faults", #"{"faults":[{"cut-body":true,"count":1},{"drop-connection":true,"count":1}]}"#)
      let cut = try LoopbackClient(port: port).request("POST", Self.evaluate, someone)
      #expect(cut.status == 200)
      #expect(cut.missing > 0)
      #expect(cut.body.hasPrefix(#"{"flags":["#))
      let dropped = try LoopbackClient(port: port)
      dropped.send(
        "POST \(Self.evaluate) HTTP/1.1\r\nHost: a\r\nContent-Length: \(someone.utf8.count)\r\n\r\n\(someone)")
      #expect(try dropped.answer() == nil)
      #expect(try admin.request("POST", Self.evaluate, someone).missing == 0)
    }
  }

  @Test("A delayed answer holds nobody up, not even with a single thread, and the end of the server sends it")
  func delay() async throws {
    try await withServer(.init(threads: 1)) { server, port in
      let admin = try LoopbackClient(port: port)
      _ = try admin.request("PUT", "/admin/faults", #"{"delay":600000,"count":1}"#)
      let delayed = try LoopbackClient(port: port)
      delayed.send(
        "POST \(Self.evaluate) HTTP/1.1\r\nHost: a\r\nContent-Length: \(someone.utf8.count)\r\n\r\n\(someone)")
      // Once the fault is used up the answer waits.
      while try admin.request("GET", "/admin/faults").body != #"{"faults":[]}"# {}
      #expect(try admin.request("POST", Self.evaluate, someone).status == 200)
      #expect(server.stop())
      #expect(try delayed.answer()?.status == 200)
    }
  }

  @Test("A short delay passes")
  func shortDelay() async throws {
    try await withServer { _, port in
      let client = try LoopbackClient(port: port)
      _ = try client.request("PUT", "/admin/faults", #"{"delay":1}"#)
      for _ in 0..<5 { #expect(try client.request("POST", Self.evaluate, someone).status == 200) }
    }
  }

  @Test("A body that is announced too large is refused unread")
  func announcedTooLarge() async throws {
    try await withServer { _, port in
      let client = try LoopbackClient(port: port)
      client.send("POST /json/1.3/postEvent HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n")
      let answer = try #require(try client.answer())
      #expect(answer.status == 413)
      #expect(answer.body.contains("the body must not have more than 1048576 bytes"))
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      let nowhere = try LoopbackClient(port: port)
      nowhere.send("POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n")
      #expect(try nowhere.answer()?.status == 404)
      let fits = try LoopbackClient(port: port)
      #expect(try fits.request("PUT", "/admin/flags/x", String(repeating: " ", count: 1_048_577) + "{}").status == 201)
    }
  }

  @Test("A body that turns out too large is refused, and one without end is cut off")
  func chunkedTooLarge() async throws {
    try await withServer { _, port in
      let chunk = "10000\r\n" + String(repeating: "x", count: 0x10000) + "\r\n"
      let client = try LoopbackClient(port: port)
      client.send("POST /json/1.3/postEvent HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<20 { client.send(chunk) }
      client.send("0\r\n\r\n")
      #expect(try client.answer()?.status == 413)
      let endless = try LoopbackClient(port: port)
      endless.send("POST /json/1.3/postEvent HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<200 { endless.send(chunk) }
      #expect(try endless.answer() == nil)
      #expect(try LoopbackClient(port: port).request("GET", "/healthz").status == 200)
    }
  }

  @Test("A head that is too large, or is no HTTP, ends that connection only")
  func badHeads() async throws {
    try await withServer { _, port in
      let large = try LoopbackClient(port: port)
      large.send("GET /healthz HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n")
      if let answer = try large.answer() { #expect((400...499).contains(answer.status)) }
      for garbage in ["\r\n\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "{}\r\n\r\n"]
      {
        let client = try LoopbackClient(port: port)
        client.send(garbage)
      }
      #expect(try LoopbackClient(port: port).request("GET", "/healthz").status == 200)
    }
  }

  @Test("A client that goes away in the middle is logged, and does not hold up the end")
  func goneAway() async throws {
    let lines = DispatchSemaphore(value: 0)
    let log = Locked<[String]>([])
    try await withServer(
      log: { line in
        log.withLock { $0.append(line) }
        lines.signal()
      }
    ) { server, port in
      var client: LoopbackClient? = try LoopbackClient(port: port)
      client?.send("POST /json/1.3/postEvent HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n123")
      client = nil
      lines.wait()
      #expect(log.withLock { $0.last }?.contains("POST /json/1.3/postEvent - 0B") == true)
      _ = try LoopbackClient(port: port).request("POST", Self.evaluate, someone)
      lines.wait()
      #expect(log.withLock { $0.last }?.contains("/evaluate 200 ") == true)
      #expect(log.withLock { $0.last }?.hasSuffix("application=DEMO0-00001 user=u-7 device=6F") == true)
      #expect(server.stop())
    }
  }

  @Test("A request that never becomes whole is cut off in the end")
  func cutOff() async throws {
    try await withServer(.init(drainSeconds: 0)) { server, port in
      let client = try LoopbackClient(port: port)
      client.send("POST /json/1.3/postEvent HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n")
      try client.awaitInterimAnswer()
      #expect(!server.stop())
      #expect(try client.answer() == nil)
    }
  }

  @Test("A port that is taken is told in the system's words; stopping twice is stopping once")
  func portTaken() async throws {
    try await withServer { server, port in
      #expect {
        try HTTPServer(
          listen: #require(ListenAddress("127.0.0.1:\(port)")), router: router(),
          log: RequestLog(isVerbose: false, write: { _ in }))
      } throws: { "\($0)" == "cannot listen on 127.0.0.1, port \(port): Address already in use" }
      server.stop()
      server.stop()
      #expect(throws: LoopbackClient.ClientError.self) { try LoopbackClient(port: port) }
    }
  }

  @Test("Many connections at once, with one thread for all")
  func manyConnections() async throws {
    try await withServer(.init(threads: 1)) { _, port in
      let clients = try (0..<100).map { _ in try LoopbackClient(port: port) }
      for client in clients { client.send("POST /json/1.3/postEvent HTTP/1.1\r\nHost: a\r\n") }
      #expect(try LoopbackClient(port: port).request("GET", "/healthz").status == 200)
      let body = impression(of: "f")
      for client in clients { client.send("Content-Length: \(body.utf8.count)\r\n\r\n\(body)") }
      for client in clients { #expect(try client.answer()?.status == 200) }
      #expect(try LoopbackClient(port: port).request("GET", "/admin/events?limit=0").body.contains(#""received":100"#))
    }
  }
}
