import Synchronization

/// How many requests of clients there were, by what became of them.
final class RequestCounters: Sendable {
  /// What is counted, under the names of `/admin/stats`.
  enum Counter: String, Sendable, CaseIterable {
    case evaluate
    case notModified = "not_modified"
    case partial, postEvent, other, errors
  }

  private let evaluate = Atomic<Int64>(0)
  private let notModified = Atomic<Int64>(0)
  private let partial = Atomic<Int64>(0)
  private let postEvent = Atomic<Int64>(0)
  private let other = Atomic<Int64>(0)
  private let errors = Atomic<Int64>(0)

  subscript(counter: Counter) -> Int64 {
    switch counter {
    case .evaluate: evaluate.load(ordering: .relaxed)
    case .notModified: notModified.load(ordering: .relaxed)
    case .partial: partial.load(ordering: .relaxed)
    case .postEvent: postEvent.load(ordering: .relaxed)
    case .other: other.load(ordering: .relaxed)
    case .errors: errors.load(ordering: .relaxed)
    }
  }

  func add(_ count: Int64 = 1, to counter: Counter) {
    switch counter {
    case .evaluate: evaluate.add(count, ordering: .relaxed)
    case .notModified: notModified.add(count, ordering: .relaxed)
    case .partial: partial.add(count, ordering: .relaxed)
    case .postEvent: postEvent.add(count, ordering: .relaxed)
    case .other: other.add(count, ordering: .relaxed)
    case .errors: errors.add(count, ordering: .relaxed)
    }
  }

  /// Counts a request to `endpoint` that was answered with `response`.
  func count(_ endpoint: Fault.Endpoint, _ response: Response) {
    switch endpoint {
    case .evaluate: add(to: .evaluate)
    case .postEvent: add(to: .postEvent)
    case .other: add(to: .other)
    }
    if response.status >= 400 { add(to: .errors) }
    if response.status == 304 { add(to: .notModified) }
    if response.isPartial { add(to: .partial) }
  }
}
