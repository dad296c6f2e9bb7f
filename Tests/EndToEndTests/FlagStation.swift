import FlagRules
import StrictJSON
import Testing

@testable import Composition
@testable import FeatureFlags
@testable import flagserver

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A flag server on a free loopback port, with one flag, and clients that talk to it by libcurl.
struct FlagStation {
  static let file = """
    {"applications":[{"code":"DEMO0-00001","featureFlags":true}],
     "flags":[{"key":"new_checkout",
       "properties":[{"key":"button_color","type":"string","default":"blue"},
                     {"key":"max_items","type":"number","default":3}],
       "rules":[{"id":"r_1a2b3c4d","properties":{"button_color":"green","max_items":9007199254740993}}],
       "default":{"enabled":false}}]}
    """

  let router: Router
  let server: HTTPServer
  let directory: String

  /// Runs `body` with a station, and leaves nothing behind.
  static func run(_ body: (FlagStation) async throws -> Void) async throws {
    var template = Array("/tmp/flag-station-XXXXXX".utf8CString)
    let directory = try #require(mkdtemp(&template).map { String(cString: $0) })
    let router = Router(
      gate: AdminGate(token: nil), state: ServerState(try Ruleset(FlagsDocument(json: Array(file.utf8)))),
      segmentDeadline: 200)
    let server = try HTTPServer(
      listen: #require(ListenAddress("127.0.0.1:0")), router: router, log: RequestLog(isVerbose: false) { _ in })
    let station = FlagStation(router: router, server: server, directory: directory)
    defer {
      server.stop()
      for name in ["flags.json", "device-id.json", "communication-stopped.json", ".lock"] {
        unlink("\(directory)/store/\(name)")
      }
      rmdir("\(directory)/store")
      rmdir(directory)
    }
    try await body(station)
  }

  func assembly(prefix: String = "", _ change: (inout Configuration) -> Void = { _ in }) throws -> Assembly {
    var configuration = Configuration(applicationCode: "DEMO0-00001")
    configuration.userID = "u-7"
    configuration.baseURL = "http://127.0.0.1:\(server.port)\(prefix)/json/1.3/"
    configuration.store = .file(directory: "\(directory)/store")
    configuration.sinks = [.pushwoosh]
    configuration.isThrottlingDisabled = true
    change(&configuration)
    return try Assembly(configuration)
  }

  /// Asks the server's admin side, past the network.
  @discardableResult
  func admin(_ method: String, _ path: String, _ body: String = "") throws -> JSONValue {
    let response = router.respond(
      to: Request(method: method, target: path, headers: [], body: Array(body.utf8)))
    try #require(response.status < 300)
    return response.body.isEmpty ? .null : try JSONReader.value(of: response.body)
  }

  /// The bytes of the stored record.
  func record(_ assembly: Assembly) throws -> [UInt8]? {
    try assembly.adapters.store.read(BlobName.flags)
  }
}
