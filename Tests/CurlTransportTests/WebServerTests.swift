import FeatureFlags
import TestSupport
import Testing

@testable import CurlTransport

/// What only a real TLS server can show.
@Suite(.webServer) struct WebServerTests {
  let server: WebServer

  init() throws {
    server = try #require(WebServer.current)
  }

  private func transport() -> CurlTransport {
    CurlTransport(CurlTransport.Configuration(certificateAuthorityFile: server.authority))
  }

  private func get(
    _ transport: CurlTransport, _ offer: WebServer.Offer, _ path: String = "/connection", limit: Int = 16 << 20
  ) async throws -> HTTPResponse {
    try await transport.send(
      HTTPRequest(method: "GET", url: server.url(offer) + path, maximumResponseBytes: limit))
  }

  private func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

  @Test(
    "HTTP/2 is spoken where the server offers it over TLS, else HTTP/1.1",
    arguments: [
      (WebServer.Offer.http2, "HTTP/2.0"), (.http1, "HTTP/1.1"), (.plain, "HTTP/1.1"),
    ])
  func protocols(offer: WebServer.Offer, name: String) async throws {
    let response = try await get(transport(), offer)
    #expect(response.status == 200)
    #expect(text(response).hasSuffix(" " + name))
  }

  @Test(
    "A connection is used again, with and without TLS", .onOwnThread,
    arguments: [WebServer.Offer.http2, .http1, .plain])
  func reuse(offer: WebServer.Offer) async throws {
    let transport = transport()
    let first = try await get(transport, offer)
    let second = try await get(transport, offer)
    #expect(text(first) == text(second))
    #expect(transport.connectionsOpened == 1)
  }

  @Test(
    "A refused certificate is a TLS failure that says what is wrong with it",
    arguments: [
      (WebServer.Offer.expired, "it has expired"), (.notYetValid, "it is not valid yet"),
      (.wrongHost, "it is for another host"), (.selfSigned, "it is self-signed"),
    ])
  func refusedCertificate(offer: WebServer.Offer, words: String) async throws {
    let error = await #expect(throws: TransportError.self) { _ = try await get(transport(), offer) }
    #expect(error?.reason == .tls)
    #expect(error?.message.hasSuffix(words) == true, "\(error?.message ?? "")")
  }

  @Test("A certificate of an authority that is not trusted is refused", arguments: [WebServer.Offer.http2, .http1])
  func untrusted(offer: WebServer.Offer) async throws {
    let error = await #expect(throws: TransportError.self) { _ = try await get(CurlTransport(), offer) }
    #expect(error?.reason == .tls)
    #expect(error?.message.hasSuffix("its issuer is not trusted") == true, "\(error?.message ?? "")")
  }

  @Test("A file of trusted certificates that is not there is named")
  func missingAuthority() async throws {
    let configuration = CurlTransport.Configuration(certificateAuthorityFile: "/nowhere/authority.pem")
    let error = await #expect(throws: TransportError.self) {
      _ = try await get(CurlTransport(configuration), .http1)
    }
    #expect(error?.reason == .unavailable)
    #expect(error?.message.contains("/nowhere/authority.pem") == true)
  }

  @Test("TLS with a server that speaks none fails as such")
  func noTLS() async throws {
    let url = server.url(.plain).replacing("http:", with: "https:")
    let error = await #expect(throws: TransportError.self) {
      _ = try await transport().send(HTTPRequest(url: url + "/"))
    }
    #expect(error?.reason == .tls)
  }

  @Test("gzip is asked for and taken off", arguments: [WebServer.Offer.http2, .http1, .plain])
  func gzip(offer: WebServer.Offer) async throws {
    let response = try await get(transport(), offer, "/words.txt")
    #expect(response.headers.value(of: "Content-Encoding") == "gzip")
    #expect(text(response) == String(repeating: "flags ", count: 1000))
  }

  @Test("The size limit holds for the decoded body", arguments: [WebServer.Offer.http2, .http1, .plain])
  func bomb(offer: WebServer.Offer) async throws {
    let transport = transport()
    let error = await #expect(throws: TransportError.self) {
      _ = try await get(transport, offer, "/zeros.txt", limit: 1 << 20)
    }
    #expect(error?.reason == .tooLarge)
    #expect(try await get(transport, offer, "/zeros.txt", limit: 20 << 20).body.count == 20 << 20)
  }

  @Test("50 sends at once over TLS are all answered", arguments: [WebServer.Offer.http2, .http1])
  func many(offer: WebServer.Offer) async throws {
    let transport = transport()
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 { group.addTask { try await get(transport, offer, "/words.txt").body.count } }
      for try await count in group { #expect(count == 6000) }
    }
  }

  @Test("Cancelling one of two sends on one HTTP/2 connection leaves the other and the connection alone")
  func cancelStream() async throws {
    let transport = transport()
    let before = try await get(transport, .http2)
    for _ in 0..<10 {
      let task = Task { try await get(transport, .http2, "/zeros.txt", limit: 20 << 20) }
      async let other = get(transport, .http2, "/words.txt")
      task.cancel()
      _ = await task.result
      #expect(try await other.body.count == 6000)
    }
    _ = before
  }
}
