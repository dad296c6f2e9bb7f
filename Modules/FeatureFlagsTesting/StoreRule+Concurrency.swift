import FeatureFlags

extension StoreRule {
  static let concurrency: [StoreRule] = [
    StoreRule("a reader sees the old blob or the new one, whole") { trial in
      let writer = try trial.open()
      let other = try trial.open()
      try writer.write(NumberedBlob.bytes(0), to: "flags")
      let isDone = Locked(false)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (reader, who) in [(writer, "the same store"), (other, "another store")] {
          group.addTask {
            var last = 0
            var isLast = false
            while !isLast {
              isLast = isDone.withLock { $0 }
              last = try read("flags", from: reader, who: who, atLeast: last, trial)
              await Task.yield()
            }
          }
        }
        group.addTask {
          defer { isDone.withLock { $0 = true } }
          for number in 1...60 {
            try writer.write(NumberedBlob.bytes(number), to: "flags")
            await Task.yield()
          }
        }
        try await group.waitForAll()
      }
      try trial.expect(try trial.open(), "flags", holds: NumberedBlob.bytes(60), "after all writes")
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
      for name in names {
        try trial.expect(store, name, holds: NumberedBlob.bytes(15), "after two stores wrote at once")
      }
      try trial.expect(
        store, "shared", holds: NumberedBlob.bytes(15), "after two stores wrote the same blob at once")
    },
  ]

  /// Reads one numbered blob, and checks that it is whole and no older than one that was seen before.
  private static func read(
    _ name: String, from reader: any Ports.Store, who: String, atLeast last: Int, _ trial: StoreTrial
  ) throws -> Int {
    guard let bytes = try reader.read(name) else {
      throw RuleViolation(trial.rule, "\(who) found no blob while one was being replaced")
    }
    guard let number = NumberedBlob.number(of: bytes) else {
      throw RuleViolation(
        trial.rule, "\(who) read a blob that nobody wrote: \(StoreTrial.summary(bytes))")
    }
    try trial.expect(number >= last, "\(who) read blob \(number) after it had read blob \(last)")
    return number
  }
}

/// A large blob that shows whether it is whole: all its bytes are its number, and its length follows from it.
private enum NumberedBlob {
  static func bytes(_ number: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: count(number))
  }

  /// The number of a whole blob; nil for anything else.
  ///
  /// It looks at some bytes only: a reader must spend its time reading, or it meets no writer.
  static func number(of bytes: [UInt8]) -> Int? {
    guard let first = bytes.first, bytes.count == count(Int(first)), bytes.last == first else { return nil }
    return stride(from: 0, to: bytes.count, by: 509).allSatisfy { bytes[$0] == first } ? Int(first) : nil
  }

  private static func count(_ number: Int) -> Int { 100_000 + number % 5 * 40_000 }
}
