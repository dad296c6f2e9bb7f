import CurlTransport
import FeatureFlags
import FeatureFlagsTesting
import Locking
import Testing

/// Something that goes wrong between a client and its server, and what must come of it.
struct NetworkFault: Sendable, CustomTestStringConvertible {
  /// What a refresh must end with.
  enum Ending: Sendable, Equatable {
    /// The error code of E1, and why there was no answer where there was none.
    case failure(Int, TransportError.Reason?)
    /// Not a fault after all: the flags of the answer are there.
    case updated
  }

  /// Where a client is sent to meet the fault.
  struct Site: Sendable {
    /// The address, without a path.
    var url: String
    /// A server that has the fault once and then answers well; nil where nothing ever answers.
    var server: TransportTestServer?
    /// What must live as long as the site.
    var props: (any Sendable)?
  }

  /// What happens, in words; the name of the row.
  var name: String
  var ending: Ending
  /// How long the client waits for a whole answer.
  var timeout: Duration = .patient
  /// False for a client that does not know the test's certificate authority.
  var trustsAuthority = true
  var open: @Sendable () throws -> Site

  var testDescription: String { name }

  static let all = connections + handshakes + stalls + framings + codings + heads + statuses + bodies

  /// A server that takes these steps on the first request and answers all later ones well.
  static func server(
    _ name: String, _ ending: Ending, timeout: Duration = .patient, _ steps: [TransportTestServer.Step]
  ) -> NetworkFault {
    NetworkFault(name: name, ending: ending, timeout: timeout) {
      let isFirst = Locked(true)
      let server = try TransportTestServer { request in
        let mustFail = isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        return mustFail ? steps : [.send(text: goodAnswer(3))]
      }
      return Site(url: server.url, server: server)
    }
  }

  /// The same for steps that are one text.
  static func server(
    _ name: String, _ ending: Ending, timeout: Duration = .patient, sends text: String, thenCloses: Bool = false
  ) -> NetworkFault {
    server(name, ending, timeout: timeout, [.send(text: text)] + (thenCloses ? [.close] : []))
  }

  /// A whole answer with one flag, whose rule tells which answer it was.
  static func goodAnswer(_ number: Int) -> String { answer(200, body: goodBody(number)) }

  static func goodBody(_ number: Int) -> String {
    #"{"flags":[{"key":"a","enabled":true,"rule_id":"r_\#(number)"}]}"#
  }

  /// A whole answer with `Content-Length`.
  static func answer(_ status: Int, _ headers: String = "", body: String) -> String {
    "HTTP/1.1 \(status) Whatever\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }
}
