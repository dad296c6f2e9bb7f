import FeatureFlags
import Locking
import Synchronization

/// One call of `send` on its way: what to send, until when, whether the caller has given up, and how to answer it.
final class CurlTransfer: Sendable {
  typealias Outcome = Result<HTTPResponse, TransportError>

  /// What to send; already checked.
  let request: HTTPRequest

  /// The host and port of the URL, for messages.
  let host: String

  /// When the time allowed is over.
  let deadline: ContinuousClock.Instant

  private let cancelled = Atomic<Bool>(false)
  private let continuation = Locked<CheckedContinuation<Outcome, Never>?>(nil)

  init(_ request: HTTPRequest, host: String, deadline: ContinuousClock.Instant) {
    self.request = request
    self.host = host
    self.deadline = deadline
  }

  /// True once the calling task has been cancelled.
  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Marks the transfer as given up; the loop's thread ends it when it next looks.
  func cancel() { cancelled.store(true, ordering: .releasing) }

  /// Sets who waits for the outcome; to be called once, before the transfer is handed to the loop.
  func setContinuation(_ continuation: CheckedContinuation<Outcome, Never>) {
    self.continuation.withLock { $0 = continuation }
  }

  /// Answers the caller; only the first call does.
  func finish(_ outcome: Outcome) {
    let waiting = continuation.withLock { $0.take() }
    waiting?.resume(returning: outcome)
  }
}

extension TransportError {
  static var taskCancelled: TransportError { TransportError(.cancelled, "the request was cancelled") }
  static var transportShutDown: TransportError { TransportError(.cancelled, "the transport was shut down") }
  static func timeOver(_ host: String) -> TransportError {
    TransportError(.timedOut, "the time allowed for \(host) was over before the request could be sent")
  }
}
