/// The flags that can be read at one moment, each until its own expiry; immutable, and shared by all readers.
package final class FlagSnapshot: Sendable {
  /// A flag and the moment from which it is no longer readable.
  package struct Entry: Sendable {
    package let flag: Flag
    package let expiry: Uptime
  }

  /// The entries, sorted by the bytes of their keys.
  package let entries: [Entry]

  private let index: KeyIndex

  /// No flags.
  package static let empty = FlagSnapshot([])

  /// A snapshot of `entries`, whose keys must be distinct.
  package init(_ entries: [Entry]) {
    self.entries = entries.sorted { ByteString($0.flag.key) < ByteString($1.flag.key) }
    index = KeyIndex(self.entries.map(\.flag.key))
  }

  /// The flag under `key` at `now`; nil when there is none or it has expired (R1, S1).
  ///
  /// `now` is asked for only on a hit, so that a miss costs no look at the clock.
  package func flag(_ key: String, at now: () -> Uptime) -> Flag? {
    guard let position = index.position(of: key) else { return nil }
    let entry = entries[position]
    return now() < entry.expiry ? entry.flag : nil
  }

  /// All flags readable at `now`, sorted by key.
  package func flags(at now: Uptime) -> [Flag] {
    entries.compactMap { now < $0.expiry ? $0.flag : nil }
  }

  /// The keys under which `self` and `other` read differently at `now`, sorted (L1).
  package func changedKeys(to other: FlagSnapshot, at now: Uptime) -> [String] {
    var changed: [String] = []
    var old = flags(at: now)[...]
    var new = other.flags(at: now)[...]
    while let left = old.first, let right = new.first {
      let (leftKey, rightKey) = (ByteString(left.key), ByteString(right.key))
      if leftKey == rightKey {
        if left != right { changed.append(left.key) }
        old.removeFirst()
        new.removeFirst()
      } else if leftKey < rightKey {
        changed.append(left.key)
        old.removeFirst()
      } else {
        changed.append(right.key)
        new.removeFirst()
      }
    }
    return changed + old.map(\.key) + new.map(\.key)
  }
}
