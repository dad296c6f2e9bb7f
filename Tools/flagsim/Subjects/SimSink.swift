import FeatureFlags
import Locking

/// A sink that notes what it is given, and fails when told to.
struct SimSink: Ports.EventSink {
  let log: EventLog
  let failures = Locked(0)

  func deliver(_ event: Ports.Event) async throws(EventSinkError) {
    log.add(.delivering(event))
    let fails = failures.withLock { failures in
      guard failures > 0 else { return false }
      failures -= 1
      return true
    }
    if fails { throw EventSinkError("scripted") }
  }
}
