import FeatureFlags
import Locking

/// The app's listeners, held weakly, in the order in which they were added; they outlive any one client (L2).
///
/// As the core's own listener it is told of every refresh that changed a flag.
final class UpdateListeners: FeatureFlagsUpdateListener {
  private struct Entry {
    weak var listener: (any PWFeatureFlagsUpdateListener)?
    let order: Int
  }

  private struct State {
    var entries: [Entry] = []
    var added = 0
  }

  /// The listeners need not be `Sendable`: here they are only held, and called on the main actor alone.
  private let state = Locked(State())

  nonisolated init() {}

  nonisolated func add(_ listener: any PWFeatureFlagsUpdateListener) {
    state.withLock { state in
      state.entries.removeAll { $0.listener == nil }
      if state.entries.contains(where: { $0.listener === listener }) { return }
      state.added += 1
      state.entries.append(Entry(listener: listener, order: state.added))
    }
  }

  nonisolated func remove(_ listener: any PWFeatureFlagsUpdateListener) {
    state.withLock { $0.entries.removeAll { $0.listener == nil || $0.listener === listener } }
  }

  /// Calls every listener that is in the list when its turn comes: one removed by another before is not called.
  func featureFlagsDidUpdate() {
    let orders = state.withLock { $0.entries.map(\.order) }
    for order in orders {
      let listener = state.withLock { state in state.entries.first { $0.order == order }?.listener }
      listener?.featureFlagsDidUpdate()
    }
  }
}
