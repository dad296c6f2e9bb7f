import FeatureFlags

/// What a task that reads the sequence of changes has come to, beside what listeners were told.
struct StreamWatch: Sendable {
  /// Which client of the history it is, so that the task of a dead one says nothing here.
  var number = 0
  /// Not yet looked at.
  var updates: [[String]] = []
  var hasEnded = false
  var notified = 0
  private var streamed = 0

  init(number: Int = 0) {
    self.number = number
  }

  /// True when the task has read as much as listeners were told.
  var hasCaughtUp: Bool { streamed >= notified }

  mutating func take(_ update: FlagsUpdate, _ number: Int) {
    guard number == self.number else { return }
    updates.append(update.changedKeys)
    streamed += 1
  }

  mutating func end(_ number: Int) {
    if number == self.number { hasEnded = true }
  }
}
