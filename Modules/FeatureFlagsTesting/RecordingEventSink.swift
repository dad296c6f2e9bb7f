public import FeatureFlags

/// A sink that keeps what it is given, and fails or waits when told to.
///
/// Safe to use from any thread. In a test of the client: script a failure with ``failNext(_:with:)``, log an impression,
/// and await ``waitForAttempts(_:)`` or ``waitForEvents(_:)`` (I1…I5).
public final class RecordingEventSink: Ports.EventSink {
  private struct State: Sendable {
    var events: [Ports.Event] = []
    var attempts: [Ports.Event] = []
    var failures: [EventSinkError] = []
    var gate: Gate?
  }

  /// Where deliveries wait while the sink is held.
  private final class Gate: Sendable {
    let isOpen = Watched(false)
  }

  private let watched = Watched(State())

  /// A sink without events.
  public init() {}

  /// Keeps `event`, unless a failure is scripted for it; while the sink is held, waits first.
  ///
  /// - Throws: the scripted error, or one that says the task was cancelled.
  public func deliver(_ event: Ports.Event) async throws(EventSinkError) {
    let (gate, failure) = watched.change { state in
      state.attempts.append(event)
      return (state.gate, state.failures.isEmpty ? nil : state.failures.removeFirst())
    }
    if let gate {
      do {
        try await gate.isOpen.wait { $0 }
      } catch {
        throw EventSinkError("the delivery was cancelled")
      }
    }
    if let failure { throw failure }
    watched.change { $0.events.append(event) }
  }

  // MARK: The script

  /// Lets the next `count` deliveries fail, after those that are scripted to fail already.
  public func failNext(_ count: Int = 1, with error: EventSinkError = EventSinkError("scripted failure")) {
    watched.change { $0.failures += Array(repeating: error, count: max(count, 0)) }
  }

  /// Forgets the failures that are still to come.
  public func heal() {
    watched.change { $0.failures = [] }
  }

  /// Lets deliveries that begin from now on wait until ``release()``, or fail when their task is cancelled.
  public func hold() {
    watched.change { state in
      if state.gate == nil { state.gate = Gate() }
    }
  }

  /// Lets the deliveries that wait, and all later ones, go on.
  public func release() {
    let gate = watched.change { state in
      defer { state.gate = nil }
      return state.gate
    }
    gate?.isOpen.change { $0 = true }
  }

  // MARK: The record

  /// The events that were delivered, in order.
  public var events: [Ports.Event] { watched.state.events }

  /// The events of all deliveries that were begun, failed and waiting ones too, in order.
  public var attempts: [Ports.Event] { watched.state.attempts }

  /// Returns the delivered events once there are at least `count`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  @discardableResult
  public func waitForEvents(_ count: Int) async throws -> [Ports.Event] {
    try await watched.wait { $0.events.count >= count }
    return events
  }

  /// Returns the events of all begun deliveries once there are at least `count`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  @discardableResult
  public func waitForAttempts(_ count: Int) async throws -> [Ports.Event] {
    try await watched.wait { $0.attempts.count >= count }
    return attempts
  }
}
