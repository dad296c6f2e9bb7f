import Locking
import StrictJSON

/// The cells of all handles in use, one for each key; a cell that nobody holds any more is forgotten.
final class FlagCellList: Sendable {
  private struct Reference: Sendable {
    weak let cell: FlagCell?
  }

  private struct State: Sendable {
    var references: [ByteString: Reference] = [:]
    /// Forget what nobody holds when there are this many.
    var sweepCount = 16
  }

  private let clock: any Ports.Clock
  private let state = Locked(State())

  init(clock: any Ports.Clock) {
    self.clock = clock
  }

  /// The cell for `key`; `snapshot` is asked under the lock, so that no update comes between.
  func cell(for key: String, in snapshot: () -> FlagSnapshot) -> FlagCell {
    state.withLock { state in
      if let cell = state.references[ByteString(key)]?.cell { return cell }
      let cell = FlagCell(key: key, state: snapshot().state(of: key), clock: clock)
      state.references[ByteString(key)] = Reference(cell: cell)
      if state.references.count >= state.sweepCount {
        state.references = state.references.filter { $0.value.cell != nil }
        state.sweepCount = max(16, state.references.count * 2)
      }
      return cell
    }
  }

  /// Puts what `snapshot` says into every cell.
  func update(from snapshot: FlagSnapshot) {
    state.withLock { state in
      for reference in state.references.values {
        guard let cell = reference.cell else { continue }
        cell.set(snapshot.state(of: cell.key))
      }
    }
  }
}
