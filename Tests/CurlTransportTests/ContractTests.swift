import CurlTransport
import FeatureFlagsTesting
import Testing

/// The contract of the port, against a real server on the loopback interface.
@Suite struct ContractTests {
  @Test("The transport keeps the port's contract", arguments: TransportRule.all)
  func keepsTheContract(rule: TransportRule) async throws {
    try await rule.verify(on: .network { CurlTransport() })
  }
}
