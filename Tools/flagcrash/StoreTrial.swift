import FeatureFlags
import Glibc
import JSONFileStore

/// Two processes write to one blob of one directory while one or the other is killed at random moments.
struct StoreTrial {
  /// A write that was reported to be done.
  private struct Acknowledgement {
    var number = 0
    var start: Int64 = 0
    var end: Int64 = 0
  }

  private let store: JSONFileStore
  private let directory: String
  private var generator: SplitMix64
  private var last = [Acknowledgement(), Acknowledgement()]
  private var torn = 0
  private var lost = 0
  private var writes = 0

  init(directory: String, seed: UInt64) {
    self.directory = directory
    store = JSONFileStore(.init(directory: directory))
    generator = SplitMix64(seed)
  }

  /// Kills so many times, and says what it found; true when nothing was torn or lost.
  mutating func run(kills: Int) throws -> Bool {
    var children = try [0, 1].map { try start($0) }
    for _ in 0..<kills {
      let victim = Int(generator.next() % 2)
      children[victim].waitForOutput(milliseconds: 1_000)
      usleep(UInt32(generator.next() % 4_000))
      take(children[victim].kill(), of: victim)
      take(children[1 - victim].lines(), of: 1 - victim)
      try check(victim: victim)
      children[victim] = try start(victim)
    }
    for index in children.indices { _ = children[index].kill() }
    print(
      "| `kill -9` of one of two processes that write to one store | \(kills) kills, \(writes) acknowledged writes "
        + "| torn \(torn), lost \(lost) |")
    return torn == 0 && lost == 0
  }

  private func start(_ writer: Int) throws(Failure) -> Child {
    // The number of a write that was done, but not reported, must not come again.
    try Child(number: writer, arguments: ["writer", directory, "\(writer)", "\(last[writer].number + 2)"])
  }

  private mutating func take(_ lines: [String], of writer: Int) {
    for line in lines {
      let numbers = line.split(separator: " ").compactMap { Int64($0) }
      guard numbers.count == 3 else { continue }
      last[writer] = Acknowledgement(number: Int(numbers[0]), start: numbers[1], end: numbers[2])
      writes += 1
    }
  }

  /// What the store holds now must be the last write of somebody, whole, with no reported write after it.
  private mutating func check(victim: Int) throws {
    guard let bytes = try store.read("flags") else {
      if writes > 0 { lost += 1 }
      return
    }
    guard let blob = WrittenBlob(bytes), last.indices.contains(blob.writer) else {
      torn += 1
      return
    }
    let (own, other) = (last[blob.writer], last[1 - blob.writer])
    if blob.number < own.number || blob.number == own.number && other.start > own.end { lost += 1 }
  }

  /// The part of a writer: writes, reports, and begins again.
  static func write(directory: String, writer: Int, from first: Int) throws {
    let store = JSONFileStore(.init(directory: directory, lockTimeout: .seconds(30)))
    for number in first... {
      let start = monotonicTime()
      try store.write(WrittenBlob(writer: writer, number: number).bytes, to: "flags")
      tell("\(number) \(start) \(monotonicTime())")
    }
  }
}
