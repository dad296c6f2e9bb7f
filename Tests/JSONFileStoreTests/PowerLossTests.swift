import FeatureFlags
import JSONFileStore
import Testing

/// Every outcome of a power loss at every step, on a disk that keeps only what was synchronized.
@Suite("JSONFileStore: loss of power")
struct PowerLossTests {
  private static let old = [UInt8](repeating: 1, count: 50)
  private static let new = [UInt8](repeating: 2, count: 30)

  /// Something that a store is told to do, and what "flags" may be before and after.
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var before: [UInt8]?
    var after: [UInt8]?
    var perform: @Sendable (JSONFileStore) throws(StoreError) -> Void
  }

  static let changes = [
    Change(testDescription: "the first write of all", before: nil, after: new) { (store) throws(StoreError) in
      try store.write(new, to: "flags")
    },
    Change(testDescription: "a write over another", before: old, after: new) { (store) throws(StoreError) in
      try store.write(new, to: "flags")
    },
    Change(testDescription: "a removal", before: old, after: nil) { (store) throws(StoreError) in
      try store.remove("flags")
    },
    Change(testDescription: "a setting aside", before: old, after: nil) { (store) throws(StoreError) in
      try store.setAside("flags")
    },
  ]

  private static func store(_ disk: PowerLossDisk) -> JSONFileStore {
    JSONFileStore(.init(directory: "/home/state"), files: disk)
  }

  /// What is wrong with any outcome of any loss of power during `change`, and how many outcomes there were.
  private static func faults(
    of change: Change, omitting omission: PowerLossDisk.Omission? = nil
  ) throws -> (faults: Set<String>, outcomes: Int) {
    var faults: Set<String> = []
    var count = 0
    var steps = 0
    while true {
      let disk = PowerLossDisk(omitting: omission)
      if let before = change.before { try store(disk).write(before, to: "flags") }
      disk.losePower(afterSteps: steps)
      let isDone = (try? change.perform(store(disk))) != nil
      for outcome in disk.outcomes() {
        count += 1
        let found = Result { try store(outcome).read("flags") }
        switch found {
        case .success(change.after): break
        case .success(change.before): if isDone { faults.insert("lost") }
        case .success: faults.insert("torn")
        case .failure: faults.insert("unreadable")
        }
        try store(outcome).write(old, to: "flags")
        if try store(outcome).read("flags") != old { faults.insert("not writable") }
      }
      if isDone { return (faults, count) }
      steps += 1
    }
  }

  @Test(
    "S5, S6: after a loss of power at any step a blob is the old one or the new one, whole, and what was reported is kept",
    arguments: changes)
  func keeps(change: Change) throws {
    let result = try Self.faults(of: change)
    #expect(result.faults == [])
    #expect(result.outcomes > 5)
  }

  @Test("The model notices a store whose bytes, or whose names, are not brought to disk")
  func noticesOmissions() throws {
    #expect(try Self.faults(of: Self.changes[1], omitting: .fileSynchronization).faults.contains("torn"))
    for change in Self.changes {
      #expect(try Self.faults(of: change, omitting: .directorySynchronization).faults.contains("lost"))
    }
  }
}
