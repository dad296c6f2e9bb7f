public import FeatureFlags

/// A transport that gives the answers it was told to give, in order, and keeps the requests.
///
/// A request for which no answer is scripted fails with `TransportError.Reason.unavailable` and is counted, so that
/// ``verify()`` at the end of a test reports it. No time passes here: a request's time-out is not observed, script a
/// `TransportError.Reason.timedOut` instead. Safe to use from any thread.
public final class ScriptedTransport: Ports.Transport {
  private enum Answer: Sendable {
    case ready(Result<HTTPResponse, TransportError>)
    case held(HeldAnswer)
  }

  private struct State: Sendable {
    var requests: [HTTPRequest] = []
    var answers: [Answer] = []
    var unscripted: [Int] = []
    var cancelled = 0
  }

  private let watched = Watched(State())

  /// A transport whose first answers are `responses`.
  public init(_ responses: [HTTPResponse] = []) {
    for response in responses { answer(response) }
  }

  // MARK: The script

  /// Adds an answer that comes at once.
  public func answer(_ response: HTTPResponse) {
    watched.change { $0.answers.append(.ready(.success(response))) }
  }

  /// Adds a failure that comes at once.
  public func fail(_ error: TransportError) {
    watched.change { $0.answers.append(.ready(.failure(error))) }
  }

  /// Adds an answer that comes when the test releases it, and says then what it is.
  public func hold() -> HeldAnswer {
    let held = HeldAnswer()
    watched.change { $0.answers.append(.held(held)) }
    return held
  }

  // MARK: The record

  /// The requests so far, in the order in which they came.
  public var requests: [HTTPRequest] { watched.state.requests }

  /// How many answers are scripted that no request has taken.
  public var answersLeft: Int { watched.state.answers.count }

  /// How many requests ended because their task was cancelled while the answer was held.
  public var cancelledCount: Int { watched.state.cancelled }

  /// Returns the `number`-th request, counted from 1, once it has come.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  public func request(number: Int) async throws -> HTTPRequest {
    let index = max(number, 1) - 1
    try await watched.wait { $0.requests.count > index }
    return requests[index]
  }

  /// Returns once `count` requests have ended because their task was cancelled.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  public func waitForCancelled(count: Int) async throws {
    try await watched.wait { $0.cancelled >= count }
  }

  /// Checks that the script was played to its end: a request for every answer, an answer for every request.
  public func verify() throws(RuleViolation) {
    let state = watched.state
    let rule = "every request is scripted and every scripted answer is asked for"
    try RuleViolation.unless(
      state.unscripted.isEmpty, rule,
      "no answer was scripted for request \(state.unscripted.map { "\($0)" }.joined(separator: ", "))")
    try RuleViolation.unless(
      state.answers.isEmpty, rule, "\(state.answers.count) scripted answers were not asked for")
  }

  // MARK: The transport

  /// Keeps `request` and gives the next answer of the script.
  ///
  /// - Throws: the scripted error; `TransportError.Reason.cancelled` when the task is cancelled before the answer is
  ///   released, or was before the call, which then is not a request; `TransportError.Reason.unavailable` when
  ///   nothing is scripted.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    guard !Task.isCancelled else { throw TransportError(.cancelled, "cancelled before it was sent") }
    let (answer, number): (Answer?, Int) = watched.change { state in
      state.requests.append(request)
      guard state.answers.isEmpty else { return (state.answers.removeFirst(), state.requests.count) }
      state.unscripted.append(state.requests.count)
      return (nil, state.requests.count)
    }
    switch answer {
    case .ready(let result): return try result.get()
    case .held(let held): return try await self.result(of: held).get()
    case nil: throw TransportError(.unavailable, "no answer is scripted for request \(number)")
    }
  }

  private func result(of held: HeldAnswer) async -> Result<HTTPResponse, TransportError> {
    do {
      return try await held.promise.value()
    } catch {
      watched.change { $0.cancelled += 1 }
      return .failure(TransportError(.cancelled, "cancelled while its answer was held"))
    }
  }
}
