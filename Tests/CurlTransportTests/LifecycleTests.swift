import FeatureFlags
import FeatureFlagsTesting
import TestSupport
import Testing

@testable import CurlTransport

@Suite struct LifecycleTests {
  private func outcome(_ transport: CurlTransport, _ request: HTTPRequest) async -> String {
    do { return "\(try await transport.send(request).status)" } catch { return error.reason.rawValue }
  }

  @Test("C4: shutdown ends all sends, their connections too, and each exactly once")
  func shutdown() async throws {
    let server = try TransportTestServer { _ in [.stall] }
    let transport = CurlTransport()
    let request = HTTPRequest(url: server.url + "/", timeout: .patient)
    let outcomes = await withTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { await outcome(transport, request) } }
      #expect(await server.saw { $0.requests.count == 20 })
      transport.shutdown()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes == Array(repeating: "cancelled", count: 20))
    #expect(await server.saw { $0.endedByPeer == 20 })
  }

  @Test("C4: after shutdown a send fails, and shutting down again or before the first send does nothing")
  func afterShutdown() async throws {
    let server = try TransportTestServer(answering: HTTPResponse(status: 200))
    let transport = CurlTransport()
    transport.shutdown()
    transport.shutdown()
    #expect(await outcome(transport, HTTPRequest(url: server.url + "/", timeout: .patient)) == "cancelled")
    #expect(server.record.connections == 0)
  }

  @Test("C4: shutdown while sends begin and end leaves none without an outcome")
  func shutdownAtAnyMoment() async throws {
    let server = try TransportTestServer(answering: HTTPResponse(status: 200))
    for count in 0..<20 {
      let transport = CurlTransport()
      let request = HTTPRequest(url: server.url + "/", timeout: .patient)
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<10 { group.addTask { await outcome(transport, request) } }
        for _ in 0..<(count / 2) { _ = await group.next() }
        transport.shutdown()
        for await outcome in group { #expect(["200", "cancelled"].contains(outcome)) }
      }
    }
  }

  @Test("C4: a transport that is let go ends its thread and closes its idle connections")
  func letGo() async throws {
    let server = try TransportTestServer(answering: HTTPResponse(status: 200))
    do {
      let transport = CurlTransport()
      #expect(await outcome(transport, HTTPRequest(url: server.url + "/", timeout: .patient)) == "200")
      #expect(server.record.endedByPeer == 0)
    }
    #expect(await server.saw { $0.endedByPeer == 1 })
  }

  @Test("Connections are kept and used again, also after a failed answer on another one", .onOwnThread)
  func reuse() async throws {
    let server = try TransportTestServer(answering: HTTPResponse(status: 200))
    let transport = CurlTransport()
    for _ in 0..<5 { #expect(await outcome(transport, HTTPRequest(url: server.url + "/", timeout: .patient)) == "200") }
    #expect(server.record.connections == 1)
    #expect(transport.connectionsOpened == 1)
  }

  @Test("A kept connection that the server has closed is replaced without a failure")
  func staleConnection() async throws {
    let server = try TransportTestServer { [.answer(HTTPResponse(status: 200), to: $0), .close] }
    let transport = CurlTransport()
    for _ in 0..<5 { #expect(await outcome(transport, HTTPRequest(url: server.url + "/", timeout: .patient)) == "200") }
    #expect(server.record.requests.count == 5)
  }

  @Test("The time to connect is limited by itself")
  func connectTimeout() async throws {
    // The server takes the connection and then says nothing for long, so the TLS handshake does not end; then it fails.
    let server = try TransportTestServer(greeting: [.drip([0x30], every: .seconds(10)), .close]) { _ in [] }
    let transport = CurlTransport(CurlTransport.Configuration(connectTimeout: .milliseconds(200)))
    let url = "https://127.0.0.1:\(server.port)/"
    #expect(await outcome(transport, HTTPRequest(url: url, timeout: .seconds(60))) == "timed-out")
    #expect(await server.saw { $0.endedByPeer == 1 })
  }

  @Test("A connection that breaks during the TLS handshake is a failed connection, which may be tried again")
  func brokenHandshake() async throws {
    for step in [TransportTestServer.Step.close, .reset] {
      let server = try TransportTestServer(greeting: [step]) { _ in [] }
      #expect(await outcome(CurlTransport(), HTTPRequest(url: "https://127.0.0.1:\(server.port)/")) == "connection")
    }
  }

  @Test("A configured proxy gets the request, and its refusal to tunnel is a failed connection")
  func proxy() async throws {
    let proxy = try TransportTestServer { request in
      [.answer(HTTPResponse(status: request.method == "CONNECT" ? 403 : 203), to: request)]
    }
    let transport = CurlTransport(CurlTransport.Configuration(proxy: .url(proxy.url)))
    let headers = [HTTPHeader("Authorization", "Token abc")]
    let plain = HTTPRequest(url: "http://flags.invalid/path?query", headers: headers)
    #expect(await outcome(transport, plain) == "203")
    #expect(proxy.record.requests.last?.target == "http://flags.invalid/path?query")
    #expect(await outcome(transport, HTTPRequest(url: "https://flags.invalid/", headers: headers)) == "connection")
    #expect(proxy.record.requests.last?.target == "flags.invalid:443")
    #expect(proxy.record.requests.last?.headers.value(of: "Authorization") == nil, "the proxy was shown a token")
  }

  @Test("A host or a proxy whose name cannot be resolved is a failed name resolution")
  func unknownName() async throws {
    // A label of 64 characters is not asked for in any network.
    let name = "http://" + String(repeating: "a", count: 64) + ".invalid:1"
    #expect(await outcome(CurlTransport(), HTTPRequest(url: name + "/")) == "name-resolution")
    let transport = CurlTransport(CurlTransport.Configuration(proxy: .url(name)))
    #expect(await outcome(transport, HTTPRequest(url: "http://127.0.0.1:1/")) == "name-resolution")
  }
}
