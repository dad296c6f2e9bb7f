import FeatureFlags
import Locking

/// What the ports, listeners and completions of a client saw, in the order in which they saw it.
final class EventLog: Sendable {
  private let events = Locked<[Observation]>([])

  func add(_ event: Observation) { events.withLock { $0.append(event) } }

  /// Takes all out.
  func drain() -> [Observation] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
