import FeatureFlags
import FeatureFlagsTesting
import TestSupport
import Testing

extension NetworkFault {
  /// No connection, or none that lasts.
  static let connections: [NetworkFault] = [
    NetworkFault(name: "connection refused", ending: .failure(0, .connection)) {
      let port = try LoopbackPort.closed()
      return Site(url: "http://127.0.0.1:\(port.number)", props: port)
    },
    NetworkFault(
      name: "host does not answer: a full listen backlog", ending: .failure(0, .timedOut), timeout: .seconds(1)
    ) {
      let port = try LoopbackPort.full()
      return Site(url: "http://127.0.0.1:\(port.number)", props: port)
    },
    // TCP to the broadcast address fails in the system's own routing; nothing leaves the machine.
    NetworkFault(name: "network unreachable", ending: .failure(0, .connection)) {
      Site(url: "https://255.255.255.255:9")
    },
    // Nothing may ever be registered under .invalid (RFC 2606).
    NetworkFault(name: "name not found", ending: .failure(0, .nameResolution), timeout: .seconds(60)) {
      Site(url: "https://feature-flags.invalid")
    },
    server("closed without an answer", .failure(0, .connection), [.close]),
    server("reset without an answer", .failure(0, .connection), [.reset]),
    server("reset within the headers", .failure(0, .connection), [.send(text: "HTTP/1.1 200 OK\r\nConte"), .reset]),
  ]

  /// TLS that fails.
  static let handshakes: [NetworkFault] = [
    tls("certificate expired", .expired), tls("certificate not valid yet", .notYetValid),
    tls("certificate for another host", .wrongHost), tls("certificate self-signed", .selfSigned),
    tls("certificate of an unknown authority", .http1, trustsAuthority: false),
    tls("a server without TLS", .plain),
    greeting(
      "garbage in place of a handshake", .failure(0, .tls), [.send(text: "220 mail.example ESMTP\r\n"), .stall]),
    greeting("closed within the handshake", .failure(0, .connection), [.close]),
    greeting("stall within the handshake", .failure(0, .timedOut), timeout: .milliseconds(500), [.stall]),
  ]

  private static func tls(_ name: String, _ offer: WebServer.Offer, trustsAuthority: Bool = true) -> NetworkFault {
    NetworkFault(name: "TLS: " + name, ending: .failure(0, .tls), trustsAuthority: trustsAuthority) {
      let web = try #require(WebServer.current)
      return Site(url: web.url(offer).replacing("http:", with: "https:"), props: web)
    }
  }

  /// A server that does this with each connection before it reads anything, and is spoken to by TLS.
  private static func greeting(
    _ name: String, _ ending: Ending, timeout: Duration = .patient, _ steps: [TransportTestServer.Step]
  ) -> NetworkFault {
    NetworkFault(name: "TLS: " + name, ending: ending, timeout: timeout) {
      let server = try TransportTestServer(greeting: steps) { _ in [] }
      return Site(url: server.url.replacing("http:", with: "https:"), props: server)
    }
  }

  /// Answers that do not come, or not in time.
  static let stalls: [NetworkFault] = [
    server("stall before the headers", .failure(0, .timedOut), timeout: .milliseconds(500), [.stall]),
    server(
      "stall within the headers", .failure(0, .timedOut), timeout: .milliseconds(500),
      [.send(text: "HTTP/1.1 200 OK\r\nContent-Le"), .stall]),
    server(
      "stall after the headers", .failure(0, .timedOut), timeout: .milliseconds(500),
      [.send(text: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"), .stall]),
    server(
      "stall within the body", .failure(0, .timedOut), timeout: .milliseconds(500),
      [.send(text: String(goodAnswer(2).dropLast(9))), .stall]),
    server(
      "one byte a second, headers", .failure(0, .timedOut), timeout: .milliseconds(2500),
      [.drip(Array(goodAnswer(2).utf8), every: .seconds(1))]),
    server(
      "one byte a second, body", .failure(0, .timedOut), timeout: .milliseconds(2500),
      [
        .send(text: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"),
        .drip(Array(goodBody(2).utf8), every: .seconds(1)),
      ]),
  ]
}
