import Locking
import Synchronization

/// Hands the current snapshot from the one who changes it to all who read (R2).
///
/// Readers do not wait for each other, and a read of a state counts no reference: it looks at the snapshot in the copy of
/// its thread's own stripe, which keeps it (see `Striped`). ``publish(_:loggedIn:)`` is called by one thread at a time, under
/// the engine's lock.
final class SnapshotPublisher: Sendable {
  private let clock: any Ports.Clock
  private let current: Striped<FlagSnapshot>
  private let cells: FlagCellList

  /// The epoch of the ledger (I2); what a snapshot noted in another one holds no more.
  private let epoch = Atomic<UInt64>(1)

  /// - Parameters:
  ///   - snapshot: what is published first.
  ///   - clock: what tells when a flag has expired.
  init(_ snapshot: FlagSnapshot, clock: any Ports.Clock) {
    self.clock = clock
    cells = FlagCellList(clock: clock)
    current = Striped(snapshot)
  }

  /// Makes every later read see `snapshot`, and `epoch` the one in which impressions count as logged.
  func publish(_ snapshot: FlagSnapshot, loggedIn epoch: UInt64) {
    self.epoch.store(epoch, ordering: .releasing)
    guard self.snapshot !== snapshot else { return }
    current.replace(with: snapshot)
    cells.update(from: snapshot)
  }

  /// The published snapshot.
  var snapshot: FlagSnapshot { current.read { $0 } }

  /// The state of the flag under `key`; nil when there is none to be read (R1).
  @inline(__always)
  func isEnabled(_ key: borrowing String) -> Bool? {
    current.read { snapshot in snapshot.state(of: key) }.isEnabled(by: clock)
  }

  /// The flag under `key`, or nil when there is none to be read (R1).
  @inline(never)
  func flag(_ key: borrowing String) -> Flag? {
    guard let (flag, state) = current.read({ snapshot in snapshot.flag(key) }), state.isEnabled(by: clock) != nil
    else { return nil }
    return flag
  }

  /// True when the flag under `key` can be read and is known to have an impression in the ledger (I2).
  @inline(never)
  func isLogged(_ key: borrowing String) -> Bool {
    let epoch = epoch.load(ordering: .acquiring)
    return current.read { snapshot in snapshot.stateIfLogged(key, in: epoch) }.isEnabled(by: clock) != nil
  }

  /// Notes that the ledger of `epoch` holds an impression of the flag under `key`; called by the publishing thread.
  func noteLogged(_ key: String, in epoch: UInt64) {
    snapshot.noteLogged(key, in: epoch)
  }

  /// A cell that always holds the state of the flag under `key`.
  func cell(for key: String) -> FlagCell {
    cells.cell(for: key, in: { self.snapshot })
  }
}
