import FeatureFlags
import Locking

extension StoreRule {
  static let concurrency: [StoreRule] = [
    StoreRule("a reader sees the old blob or the new one, whole") { trial in
      let writer = try trial.open()
      let other = try trial.open()
      try writer.write(NumberedBlob.bytes(0), to: "flags")
      let progress = Progress()
      let last = try await withThrowingTaskGroup(of: Int.self) { group in
        for (reader, who) in [(writer, "the same store"), (other, "another store")] {
          group.addTask { try await read("flags", from: reader, who: who, while: progress, trial) }
        }
        group.addTask {
          defer { progress.end() }
          var number = 0
          // As many writes as it takes for readers to come in the middle of some; where nothing runs at the same
          // time, as on one core, it gives up.
          while number < mostWrites, progress.meetings < enoughMeetings, !Task.isCancelled {
            number += 1
            progress.turn()
            try writer.write(NumberedBlob.bytes(number), to: "flags")
            progress.turn()
            await Task.yield()
          }
          return number
        }
        return try await group.reduce(0) { max($0, $1) }
      }
      try trial.expect(try trial.open(), "flags", holds: NumberedBlob.bytes(last), "after \(last) writes")
    },

    StoreRule("two stores on one storage lose nothing of each other's") { trial in
      let names = ["left", "right"]
      let stores = try names.map { _ in try trial.open() }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (name, store) in zip(names, stores) {
          group.addTask {
            for number in 1...15 {
              try store.write(NumberedBlob.bytes(number), to: name)
              try store.write(NumberedBlob.bytes(number), to: "shared")
              await Task.yield()
            }
          }
        }
        try await group.waitForAll()
      }
      let store = try trial.open()
      for name in names + ["shared"] {
        try trial.expect(store, name, holds: NumberedBlob.bytes(15), "after two stores wrote at once")
      }
    },
  ]

  private static let mostWrites = 1_000
  private static let enoughMeetings = 100

  /// Reads numbered blobs until the writer is done, and checks that each is whole and no older than the one before.
  private static func read(
    _ name: String, from reader: any Ports.Store, who: String, while progress: Progress, _ trial: StoreTrial
  ) async throws -> Int {
    var last = 0
    var isLast = false
    while !isLast {
      isLast = progress.hasEnded
      let turns = progress.turns
      guard let bytes = try reader.read(name) else {
        throw RuleViolation(trial.rule, "\(who) found no blob while one was being replaced")
      }
      progress.met(since: turns)
      guard let number = NumberedBlob.number(of: bytes) else {
        throw RuleViolation(
          trial.rule, "\(who) read a blob that nobody wrote: \(StoreTrial.summary(bytes))")
      }
      try trial.expect(number >= last, "\(who) read blob \(number) after it had read blob \(last)")
      last = number
      await Task.yield()
    }
    return last
  }
}

/// How far the writer is, and how often a read and a write overlapped.
private final class Progress: Sendable {
  /// `turns` is odd while a write goes on.
  private let state = Locked((turns: 0, meetings: 0, hasEnded: false))

  var turns: Int { state.withLock { $0.turns } }
  var meetings: Int { state.withLock { $0.meetings } }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func turn() { state.withLock { $0.turns += 1 } }

  func end() { state.withLock { $0.hasEnded = true } }

  /// Notes a read that began at `turns` and ends now.
  func met(since turns: Int) {
    state.withLock { state in
      if turns % 2 == 1 || state.turns != turns { state.meetings += 1 }
    }
  }
}
