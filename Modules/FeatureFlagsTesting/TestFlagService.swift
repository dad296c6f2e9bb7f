import FeatureFlags
import Locking

/// The server behind ``TestFlags``: one object that is asked, answers, and is understood, all without bytes.
final class TestFlagService: WireFormat, Ports.Transport {
  private struct State: Sendable {
    var flags: [Flag]
    var error: TransportError?
  }

  private let state: Locked<State>

  init(_ flags: [Flag]) {
    state = Locked(State(flags: flags))
  }

  func change(_ body: (inout [Flag]) -> Void) {
    state.withLock { body(&$0.flags) }
  }

  func fail(with error: TransportError?) {
    state.withLock { $0.error = error }
  }

  var obstacle: FeatureFlagsError? { nil }

  func evaluationRequest(
    for context: EvaluationContext, entityTag: String?
  ) throws(FeatureFlagsError) -> HTTPRequest {
    HTTPRequest(url: "https://flags.invalid/")
  }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    if let error = state.withLock({ $0.error }) { throw error }
    return HTTPResponse(status: 200)
  }

  func evaluation(from response: HTTPResponse) throws(FeatureFlagsError) -> EvaluationAnswer {
    .evaluation(Evaluation(flags: state.withLock { $0.flags }))
  }
}
