import FeatureFlagsTesting
import PushwooshWire
import TestSupport
import Testing

@testable import Composition
@testable import FeatureFlags

/// A whole client, its store on disk, and a server of its own that answers well.
@MainActor final class FaultStation: FeatureFlagsUpdateListener {
  let client: FeatureFlagsClient
  private let service: PushwooshService
  private let assembly: Assembly
  private let folder: TemporaryFolder
  private let home: TransportTestServer
  /// How often a listener was called.
  private(set) var updates = 0

  init(timeout: Duration = .patient, authority: String? = nil) throws {
    folder = try TemporaryFolder()
    home = try TransportTestServer { request in
      [.send(text: NetworkFault.goodAnswer(request.headers.value(of: "X-Visit") == nil ? 1 : 3))]
    }
    var configuration = Configuration(applicationCode: "DEMO0-00001")
    configuration.userID = "u-7"
    configuration.baseURL = home.url + "/json/1.3/"
    configuration.store = .file(directory: folder.path)
    configuration.sinks = [.none]
    configuration.isThrottlingDisabled = true
    configuration.timeout = timeout
    configuration.certificateAuthorityFile = authority
    assembly = try Assembly(configuration)
    service = assembly.service
    client = try assembly.makeClient()
    client.addUpdateListener(self)
  }

  func featureFlagsDidUpdate() { updates += 1 }

  /// The bytes of the stored record.
  var record: [UInt8]? { try? assembly.adapters.store.read(BlobName.flags) }

  /// The rule of the one flag, which tells what answer it came with.
  var rule: String? { client.get("a")?.ruleID }

  /// The rule that a new client reads from the disk.
  func ruleAfterRestart() throws -> String? { try assembly.makeClient().get("a")?.ruleID }

  /// Sends all later requests to `url`.
  func go(to url: String) throws {
    service.setReverseProxy(
      try ReverseProxy(url: url + "/json/1.3/", headers: [HTTPHeader("X-Visit", "1")]))
  }

  /// Sends all later requests to the client's own server, which now has another answer.
  func goHome() throws { try go(to: home.url) }

  /// Refreshes by the call with a completion; gives what that got, each time it was called.
  func refresh() async -> [FeatureFlagsError?] {
    var results: [FeatureFlagsError?] = []
    client.refresh { results.append($0) }
    await client.settleIncludingMainCalls()
    return results
  }
}
