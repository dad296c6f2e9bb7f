import Locking

/// Hands the current snapshot from the one who changes it to all who read (R2).
///
/// The lock is held for a lookup or an exchange of one reference, never while anything else happens.
final class SnapshotPublisher: Sendable {
  private let current: Locked<FlagSnapshot>

  init(_ snapshot: FlagSnapshot) {
    current = Locked(snapshot)
  }

  func publish(_ snapshot: FlagSnapshot) {
    current.withLock { $0 = snapshot }
  }

  var snapshot: FlagSnapshot { current.withLock { $0 } }
}
