import CurlTransport
import FeatureFlags
import FeatureFlagsTesting
import InMemoryStore
import JSONFileStore
import PushwooshWire
import SystemClock

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A client that talks to a server of its own over a real socket.
final class Bench: Sendable {
  let server: TransportTestServer
  private let adapters: Adapters
  private let folder: String?

  /// - Parameters:
  ///   - steps: what the server does about each request.
  ///   - keepsFiles: true for a store on disk.
  init(
    sink: any Ports.EventSink = RecordingEventSink(), keepsFiles: Bool = false,
    _ steps: [TransportTestServer.Step]
  ) throws {
    server = try TransportTestServer { _ in steps }
    if keepsFiles {
      var template = Array("/tmp/feature-flags-load-XXXXXX".utf8CString)
      guard let made = mkdtemp(&template) else { throw Broken(description: "no temporary folder") }
      folder = String(cString: made)
    } else {
      folder = nil
    }
    let service = try PushwooshService(
      .init(applicationCode: "LOAD0-00001", baseURL: server.url + "/json/1.3/"))
    adapters = Adapters(
      wireFormat: PushwooshWireFormat(service: service), transport: CurlTransport(.init(proxy: .none)),
      store: folder.map { JSONFileStore(.init(directory: $0)) } ?? InMemoryStore(), clock: SystemClock(),
      eventSink: sink)
  }

  deinit {
    guard let folder else { return }
    for name in ["flags.json", "device-id.json", ".lock"] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// A client; several, one after the other, share the store.
  func client() throws -> FeatureFlagsClient {
    try FeatureFlagsClient(
      configuration: .init(applicationCode: "LOAD0-00001", userID: "u", isThrottlingDisabled: true),
      adapters: adapters)
  }

  /// What a refresh fails with; fails itself when it does not.
  func failure(of client: FeatureFlagsClient) async throws -> FeatureFlagsError {
    do {
      _ = try await client.refresh()
    } catch {
      return error
    }
    throw Broken(description: "the answer was taken")
  }

  /// An answer of HTTP 200.
  static func answer(_ body: String) -> [TransportTestServer.Step] {
    [.send(text: "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)]
  }

  /// An answer with `count` flags, named by number.
  static func flags(_ count: Int) -> [TransportTestServer.Step] {
    var body = #"{"flags":["#
    for number in 0..<count {
      if number > 0 { body += "," }
      body +=
        #"{"key":"flag-\#(number)","enabled":true,"rule_id":"r_1a2b3c4d","properties":{"color":"green","items":\#(number)}}"#
    }
    return answer(body + "]}")
  }
}
