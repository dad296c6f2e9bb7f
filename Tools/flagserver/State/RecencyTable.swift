/// A dictionary that keeps the entries that were used last, up to a number, and forgets the one unused for longest.
struct RecencyTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Slot: Sendable {
    var key: Key
    var value: Value
    /// The neighbors in the order of use; -1 at the ends.
    var newer = -1
    var older = -1
  }

  private let limit: Int
  private var positions: [Key: Int] = [:]
  private var slots: [Slot] = []
  private var newest = -1
  private var oldest = -1

  /// A table of at most `limit` entries, at least 1.
  init(limit: Int) {
    self.limit = max(1, limit)
  }

  var count: Int { slots.count }

  /// The value under `key`, without using it.
  subscript(key: Key) -> Value? { positions[key].map { slots[$0].value } }

  /// The newest `count` entries, newest first.
  func newest(_ count: Int) -> [(key: Key, value: Value)] {
    var entries: [(key: Key, value: Value)] = []
    var position = newest
    while position >= 0, entries.count < count {
      entries.append((slots[position].key, slots[position].value))
      position = slots[position].older
    }
    return entries
  }

  /// Uses the entry under `key`, made of `initial` when there is none, and changes it.
  ///
  /// The entry that had to be forgotten for it, if one had to.
  mutating func use(
    _ key: Key, initial: @autoclosure () -> Value, _ change: (inout Value) -> Void
  ) -> (key: Key, value: Value)? {
    if let position = positions[key] {
      change(&slots[position].value)
      moveToFront(position)
      return nil
    }
    var value = initial()
    change(&value)
    guard slots.count >= limit else {
      slots.append(Slot(key: key, value: value))
      positions[key] = slots.count - 1
      pushFront(slots.count - 1)
      return nil
    }
    let position = oldest
    let forgotten = (key: slots[position].key, value: slots[position].value)
    unlink(position)
    positions[forgotten.key] = nil
    positions[key] = position
    slots[position] = Slot(key: key, value: value)
    pushFront(position)
    return forgotten
  }

  private mutating func moveToFront(_ position: Int) {
    guard position != newest else { return }
    unlink(position)
    pushFront(position)
  }

  private mutating func unlink(_ position: Int) {
    let (newer, older) = (slots[position].newer, slots[position].older)
    if newer >= 0 { slots[newer].older = older } else { newest = older }
    if older >= 0 { slots[older].newer = newer } else { oldest = newer }
    slots[position].newer = -1
    slots[position].older = -1
  }

  private mutating func pushFront(_ position: Int) {
    slots[position].older = newest
    if newest >= 0 { slots[newest].newer = position } else { oldest = position }
    newest = position
  }
}
