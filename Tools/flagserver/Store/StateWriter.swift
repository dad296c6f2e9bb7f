import Dispatch
import Locking

/// Writes what comes in to the store, in batches and behind the requests, which never wait for it.
///
/// What it has not written yet is not kept twice: it remembers only what has changed, and takes it from the state, which
/// is bounded itself.
final class StateWriter: Sendable {
  /// At the latest this long after something came in, its batch begins.
  static let interval = DispatchTimeInterval.milliseconds(100)
  /// How many events a batch has at most.
  private static let batchSize = 10_000

  private struct Progress: Sendable {
    var counters: [RequestCounters.Counter: Int64] = [:]
    var isOver = false
    var hasFailed = false
  }

  private let store: DataStore
  private let state: ServerState
  private let queue = DispatchQueue(label: "flagserver.writer")
  private let progress = Locked(Progress())
  private let report: @Sendable (String) -> Void

  /// A writer that begins at once; `report` takes a line for people when writing fails and when it works again.
  init(store: DataStore, state: ServerState, report: @escaping @Sendable (String) -> Void) {
    self.store = store
    self.state = state
    self.report = report
    progress.withLock { progress in
      for counter in RequestCounters.Counter.allCases { progress.counters[counter] = state.requests[counter] }
    }
    tick()
  }

  /// Writes all there is and closes the store; false when it could not be written.
  func stop() -> Bool {
    progress.withLock { $0.isOver = true }
    return queue.sync {
      while let isWritten = writeBatch() {
        guard isWritten else {
          store.close()
          return false
        }
      }
      store.close()
      return true
    }
  }

  private func tick() {
    queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
      guard let self, !self.progress.withLock({ $0.isOver }) else { return }
      _ = self.writeBatch()
      self.tick()
    }
  }

  /// Writes one batch; nil when there is nothing to write, false when it failed.
  private func writeBatch() -> Bool? {
    var batch = StateBatch(
      events: state.events.takeChanges(limit: Self.batchSize), devices: state.devices.takeChanges())
    let written = progress.withLock { $0.counters }
    for counter in RequestCounters.Counter.allCases where state.requests[counter] != written[counter] {
      batch.counters[counter] = state.requests[counter]
    }
    guard !batch.isEmpty else { return nil }
    do {
      try store.save(batch)
    } catch {
      if let events = batch.events { state.events.returnChanges(events) }
      if let devices = batch.devices { state.devices.returnChanges(devices) }
      let isNews = progress.withLock { progress in
        defer { progress.hasFailed = true }
        return !progress.hasFailed
      }
      if isNews { report("flagserver: what comes in cannot be saved, and is tried again: \(error)") }
      return false
    }
    let hadFailed = progress.withLock { progress in
      progress.counters.merge(batch.counters) { $1 }
      defer { progress.hasFailed = false }
      return progress.hasFailed
    }
    if hadFailed { report("flagserver: what comes in is saved again") }
    return true
  }
}
