import Synchronization

/// The flags that can be read at one moment, each until its own expiry; immutable, and shared by all readers.
package final class FlagSnapshot: Sendable {
  /// A flag and the moment from which it is no longer readable.
  package struct Entry: Sendable {
    package let flag: Flag
    package let expiry: Uptime
  }

  /// What reads of a flag's state need, so that they touch no object that is counted.
  private struct Cell: ~Copyable {
    let state: FlagState
    /// The epoch in which the ledger held an impression of this flag (I2); 0 for none.
    let logged = Atomic<UInt64>(0)
  }

  /// The entries, sorted by the bytes of their keys.
  package let entries: [Entry]

  private let index: KeyIndex

  /// One for each entry; written in `init`, only the atomics change, and freed when nobody can hold `self` any more.
  private nonisolated(unsafe) let cells: UnsafeMutablePointer<Cell>

  /// No flags.
  package static let empty = FlagSnapshot([])

  /// A snapshot of `entries`, whose keys must be distinct.
  package init(_ entries: [Entry]) {
    self.entries = entries.sorted { ByteString($0.flag.key) < ByteString($1.flag.key) }
    index = KeyIndex(self.entries.map(\.flag.key))
    cells = .allocate(capacity: entries.count)
    for (position, entry) in self.entries.enumerated() {
      let state = FlagState(isEnabled: entry.flag.isEnabled, expiry: entry.expiry)
      (cells + position).initialize(to: Cell(state: state))
    }
  }

  deinit {
    cells.deinitialize(count: entries.count)
    cells.deallocate()
  }

  /// The flag under `key` at `now`; nil when there is none or it has expired (R1, S1).
  ///
  /// `now` is asked for only on a hit, so that a miss costs no look at the clock.
  package func flag(_ key: String, at now: () -> Uptime) -> Flag? {
    guard let position = index.position(of: key) else { return nil }
    let entry = entries[position]
    return now() < entry.expiry ? entry.flag : nil
  }

  /// The flag under `key`, and until when it holds; nil when there is none.
  @inline(__always)
  func flag(_ key: borrowing String) -> (Flag, FlagState)? {
    guard let position = index.position(of: key) else { return nil }
    return (entries[position].flag, cells[position].state)
  }

  /// The state of the flag under `key`, and until when it holds.
  @inline(__always)
  func state(of key: borrowing String) -> FlagState {
    guard let position = index.position(of: key) else { return .absent }
    return cells[position].state
  }

  /// The state of the flag under `key` if an impression of it was noted in `epoch`; absent when none was.
  @inline(__always)
  func stateIfLogged(_ key: borrowing String, in epoch: UInt64) -> FlagState {
    guard let position = index.position(of: key), cells[position].logged.load(ordering: .relaxed) == epoch else {
      return .absent
    }
    return cells[position].state
  }

  /// Notes that in `epoch` an impression of the flag under `key` was being delivered, or had been.
  func noteLogged(_ key: String, in epoch: UInt64) {
    guard let position = index.position(of: key) else { return }
    cells[position].logged.store(epoch, ordering: .relaxed)
  }

  /// All flags readable at `now`, sorted by key.
  package func flags(at now: Uptime) -> [Flag] {
    entries.compactMap { now < $0.expiry ? $0.flag : nil }
  }

  /// The keys under which `self` and `other` read differently at `now`, sorted (L1).
  package func changedKeys(to other: FlagSnapshot, at now: Uptime) -> [String] {
    var changed: [String] = []
    var (old, new) = (entries[...], other.entries[...])
    func drop(_ entries: inout ArraySlice<Entry>) {
      let entry = entries.removeFirst()
      if now < entry.expiry { changed.append(entry.flag.key) }
    }
    while let left = old.first, let right = new.first {
      switch ByteString(left.flag.key).compare(to: ByteString(right.flag.key)) {
      case ..<0: drop(&old)
      case 0:
        let (wasReadable, isReadable) = (now < left.expiry, now < right.expiry)
        if wasReadable != isReadable || (isReadable && left.flag != right.flag) { changed.append(right.flag.key) }
        old.removeFirst()
        new.removeFirst()
      default: drop(&new)
      }
    }
    while !old.isEmpty { drop(&old) }
    while !new.isEmpty { drop(&new) }
    return changed
  }
}
