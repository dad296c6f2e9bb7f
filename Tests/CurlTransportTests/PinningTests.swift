import CurlTransport
import FeatureFlags
import FeatureFlagsTesting
import TestSupport
import Testing

/// Pinned public keys, against a real TLS server.
@Suite(.webServer) struct PinningTests {
  let server: WebServer
  /// Of no key at all.
  private let spare: PublicKeyPin

  init() throws {
    server = try #require(WebServer.current)
    spare = try PublicKeyPin(String(repeating: "A", count: 43) + "=")
  }

  private func pin(_ kind: Certificates.Kind = .good) throws -> PublicKeyPin {
    try PublicKeyPin(server.certificates.publicKeyHash(kind))
  }

  private func status(
    _ offer: WebServer.Offer, _ pins: [PublicKeyPin], trusting authority: Bool = true
  ) async throws(TransportError) -> Int {
    let transport = CurlTransport(
      .init(certificateAuthorityFile: authority ? server.authority : nil, pinnedPublicKeys: pins))
    return try await transport.send(HTTPRequest(method: "GET", url: server.url(offer) + "/connection")).status
  }

  @Test(
    "A server with a pinned key is answered by, a spare pin before or after it",
    arguments: [WebServer.Offer.http2, .http1])
  func rightKey(offer: WebServer.Offer) async throws {
    let key = try pin()
    for pins in [[key], [spare, key], [key, spare]] { #expect(try await status(offer, pins) == 200) }
  }

  @Test("A server with another key is refused, though its certificate is in order, and the message says why")
  func wrongKey() async throws {
    for offer in [WebServer.Offer.http2, .http1] {
      for pins in [[spare], [spare, try pin(.expired)]] {
        let error = await #expect(throws: TransportError.self) { _ = try await status(offer, pins) }
        #expect(error?.reason == .tls)
        #expect(error?.message.hasSuffix("is none of the pinned ones") == true, "\(error?.message ?? "")")
      }
    }
  }

  @Test(
    "A pinned key excuses nothing else: the certificate must be in order too",
    arguments: [
      (WebServer.Offer.expired, Certificates.Kind.expired, "it has expired"),
      (.notYetValid, .notYetValid, "it is not valid yet"), (.wrongHost, .wrongHost, "it is for another host"),
      (.selfSigned, .selfSigned, "it is self-signed"),
    ])
  func badCertificate(offer: WebServer.Offer, kind: Certificates.Kind, words: String) async throws {
    let key = try pin(kind)
    let error = await #expect(throws: TransportError.self) { _ = try await status(offer, [key]) }
    #expect(error?.reason == .tls)
    #expect(error?.message.hasSuffix(words) == true, "\(error?.message ?? "")")
  }

  @Test("A pinned key makes no authority trusted")
  func untrusted() async throws {
    let key = try pin()
    let error = await #expect(throws: TransportError.self) { _ = try await status(.http1, [key], trusting: false) }
    #expect(error?.message.hasSuffix("its issuer is not trusted") == true, "\(error?.message ?? "")")
  }

  @Test("While keys are pinned nothing is sent without TLS")
  func noTLS() async throws {
    let plain = try TransportTestServer(answering: HTTPResponse(status: 200))
    let transport = CurlTransport(.init(pinnedPublicKeys: [spare]))
    for scheme in ["http", "HTTP"] {
      let url = plain.url.replacing("http:", with: scheme + ":")
      let error = await #expect(throws: TransportError.self) {
        _ = try await transport.send(HTTPRequest(url: url + "/"))
      }
      #expect(error?.reason == .invalidRequest)
    }
    #expect(plain.record.connections == 0)
  }
}
