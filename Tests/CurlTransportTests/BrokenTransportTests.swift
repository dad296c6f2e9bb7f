import FeatureFlags
import FeatureFlagsTesting
import Testing

/// The contract rules find fault with a transport that deserves it.
@Suite struct BrokenTransportTests {
  /// Answers everything with an empty 200, whatever it is asked and however long it may take.
  private struct YesTransport: Ports.Transport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { HTTPResponse(status: 200) }
  }

  /// Never answers, and tells a secret.
  private struct NoTransport: Ports.Transport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      throw TransportError(.cancelled, request.url)
    }
  }

  @Test(
    "A transport that always answers breaks each rule but the one it happens to keep", arguments: TransportRule.general)
  func yes(rule: TransportRule) async {
    let harness = TransportHarness.offline { _ in TransportHarness.Stage(transport: YesTransport(), url: "http://a/") }
    guard rule.name != "the longest time-out is no trap" else { return }
    let violation = await #expect(throws: RuleViolation.self) { try await rule.verify(on: harness) }
    #expect(violation?.rule == rule.name)
  }

  @Test(
    "A transport that never answers breaks each rule, and so does one that shows the request",
    arguments: TransportRule.general)
  func no(rule: TransportRule) async {
    let harness = TransportHarness.offline { _ in TransportHarness.Stage(transport: NoTransport(), url: "http://a/") }
    await #expect(throws: RuleViolation.self) { try await rule.verify(on: harness) }
  }

  @Test("A rule that needs connections says so to a transport without")
  func offline() async {
    let harness = TransportHarness.offline { _ in TransportHarness.Stage(transport: YesTransport(), url: "http://a/") }
    for rule in TransportRule.network {
      await #expect(throws: RuleViolation.self) { try await rule.verify(on: harness) }
    }
  }

  @Test("No two rules have one name")
  func names() {
    #expect(Set(TransportRule.all.map(\.name)).count == TransportRule.all.count)
    #expect(TransportRule.all.allSatisfy { "\($0)" == $0.name })
  }
}
