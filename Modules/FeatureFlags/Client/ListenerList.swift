import Locking

/// The update listeners, held weakly, in the order in which they were added (L2).
final class ListenerList: Sendable {
  private struct Entry {
    weak var listener: (any FeatureFlagsUpdateListener)?
    let order: Int
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var added = 0
    /// The released ones are swept out when the list has doubled since the last time.
    var sweepCount = 16
  }

  private let state = Locked(State())

  func add(_ listener: any FeatureFlagsUpdateListener) {
    state.withLock { state in
      let id = ObjectIdentifier(listener)
      // An entry whose listener is gone may have lent its address to this one.
      if state.entries[id]?.listener != nil { return }
      state.added += 1
      state.entries[id] = Entry(listener: listener, order: state.added)
      if state.entries.count > state.sweepCount {
        state.entries = state.entries.filter { $0.value.listener != nil }
        state.sweepCount = max(16, state.entries.count * 2)
      }
    }
  }

  func remove(_ listener: any FeatureFlagsUpdateListener) {
    state.withLock { _ = $0.entries.removeValue(forKey: ObjectIdentifier(listener)) }
  }

  var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

  /// Calls every listener that is in the list when its turn comes: one removed by another before is not called.
  @MainActor func notifyAll(_ update: FlagsUpdate) {
    let ids = state.withLock { state in
      state.entries.sorted { $0.value.order < $1.value.order }.map { (id: $0.key, order: $0.value.order) }
    }
    for (id, order) in ids {
      let listener = state.withLock { state in
        let entry = state.entries[id]
        return entry?.order == order ? entry?.listener : nil
      }
      listener?.featureFlagsDidUpdate(update)
    }
  }
}
