import FeatureFlags
import Locking

/// A transport that holds every request until its answer is given; every second one does not listen to cancellation.
final class SimTransport: Ports.Transport {
  private struct State {
    var lastNumber = 0
    var held: [Int: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>] = [:]
    var cancelled: Set<Int> = []
  }

  private let log: EventLog
  private let state = Locked(State())

  init(log: EventLog) {
    self.log = log
  }

  /// How many requests wait for their answer.
  var heldCount: Int { state.withLock { $0.held.count } }

  /// Ends request `number`, if it is still held.
  func end(_ number: Int, _ result: Result<HTTPResponse, TransportError>) {
    state.withLock { $0.held.removeValue(forKey: number) }?.resume(returning: result)
  }

  /// Ends all that are held.
  func endAll() {
    for number in state.withLock({ Array($0.held.keys) }) { end(number, .failure(TransportError(.timedOut, "over"))) }
  }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    // A task that was given up before it began is no request.
    guard !Task.isCancelled else { throw TransportError(.cancelled, "cancelled") }
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    log.add(
      .sent(
        request: number, user: String(decoding: request.body, as: UTF8.self),
        tag: request.headers.value(of: "If-None-Match"), saysPush: request.headers.value(of: "Push") != nil))
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(number) != nil { return true }
          state.held[number] = continuation
          return false
        }
        if isCancelled { continuation.resume(returning: .failure(TransportError(.cancelled, "cancelled"))) }
      }
    } onCancel: {
      guard number.isMultiple(of: 2) else { return }
      let held = state.withLock { state in
        let held = state.held.removeValue(forKey: number)
        if held == nil { state.cancelled.insert(number) }
        return held
      }
      held?.resume(returning: .failure(TransportError(.cancelled, "cancelled")))
    }
    return try result.get()
  }
}
