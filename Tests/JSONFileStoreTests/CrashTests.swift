import FeatureFlags
import FeatureFlagsTesting
import Foundation
import JSONFileStore
import PrivateFiles
import TestSupport
import Testing

@Suite("JSONFileStore: failures and crashes at every step")
struct CrashTests {
  private let directory: TemporaryDirectory
  private let old = [UInt8](repeating: 1, count: 5000)
  private let new = [UInt8](repeating: 2, count: 3000)

  init() throws {
    directory = try TemporaryDirectory()
    try store().write(old, to: "flags")
  }

  private func store(_ files: InterposedFiles = InterposedFiles(largestWrite: 1000)) -> JSONFileStore {
    JSONFileStore(.init(directory: directory.path), files: files)
  }

  private func stepsOfOneWrite() throws -> [String] {
    let files = InterposedFiles(largestWrite: 1000)
    try store(files).write(new, to: "flags")
    try store().write(old, to: "flags")
    return files.steps
  }

  @Test("A write is: new file, all its bytes, to disk, rename, the directory to disk")
  func order() throws {
    let files = InterposedFiles(largestWrite: 1000)
    try store(files).write(new, to: "flags")
    #expect(
      files.steps == [
        "open \(directory.path)", "stat \(directory.path)", "open .lock", "stat .lock", "lock .lock", "stat .lock",
        "stat .lock", "list", "create .flags.json.tmp", "write .flags.json.tmp", "write .flags.json.tmp",
        "write .flags.json.tmp", "sync .flags.json.tmp", "rename .flags.json.tmp flags.json", "sync \(directory.path)",
      ])
  }

  @Test("A removal and a setting aside are on disk when they return")
  func otherOrders() throws {
    let files = InterposedFiles()
    try store(files).setAside("flags")
    #expect(files.steps.suffix(2) == ["rename flags.json flags.aside.json", "sync \(directory.path)"])
    try store().write(new, to: "flags")
    try store(files).remove("flags")
    #expect(files.steps.suffix(2) == ["remove flags.json", "sync \(directory.path)"])
  }

  @Test("A directory that is made is on disk in its parent before anything lies in it")
  func orderOfDirectories() throws {
    let files = InterposedFiles()
    try JSONFileStore(.init(directory: directory.path + "/a/b"), files: files).write(new, to: "flags")
    let path = directory.path
    let made = files.steps.filter { $0.hasPrefix("mkdir") || $0.hasPrefix("sync") }
    #expect(
      made == [
        "mkdir \(path)/a/b", "mkdir \(path)/a", "sync \(path)", "mkdir \(path)/a/b", "sync \(path)/a",
        "sync .flags.json.tmp", "sync \(path)/a/b",
      ])
  }

  @Test(
    "S6: a write that fails at any step leaves the old blob, names the reason, and the next write works",
    arguments: [ENOSPC, EDQUOT, EIO, EROFS, EACCES, EMFILE])
  func failureAtEveryStep(code: Int32) throws {
    let steps = try stepsOfOneWrite()
    #expect(steps.count > 12)
    for (index, step) in steps.enumerated() {
      let files = InterposedFiles(largestWrite: 1000) { number, _ in number == index + 1 ? code : nil }
      // Old files that cannot be looked for are not a write's business.
      if step == "list" {
        try store(files).write(old, to: "flags")
        continue
      }
      #expect("step \(index + 1), \(step)") {
        try store(files).write(new, to: "flags")
      } throws: {
        "\($0)" == "cannot write \(directory.path)/flags.json: interposed: \(String(cString: strerror(code)))"
      }
      let isDone = index == steps.count - 1
      #expect(try store().read("flags") == (isDone ? new : old), "step \(index + 1), \(step)")
      #expect(try directory.names() == ["flags.json"], "step \(index + 1), \(step)")
      try store().write(old, to: "flags")
    }
  }

  @Test("A process that dies at any step leaves the old blob or the new one, whole, and the next write cleans up")
  func deathAtEveryStep() throws {
    let steps = try stepsOfOneWrite()
    for index in steps.indices {
      // From its last step on a dead process does nothing more, and the kernel gives its lock up.
      let files = InterposedFiles(largestWrite: 1000) { number, _ in number > index ? EIO : nil }
      #expect(throws: StoreError.self) { try store(files).write(new, to: "flags") }
      let renamed = steps.prefix(index).contains { $0.hasPrefix("rename") }
      #expect(try store().read("flags") == (renamed ? new : old), "died before \(steps[index])")
      #expect(try directory.names().count <= 2)
      try store().write(old, to: "flags")
      #expect(try directory.names() == ["flags.json"], "died before \(steps[index])")
    }
  }

  @Test("A read that fails at any step is an error, never a wrong or missing blob")
  func failingReads() throws {
    let trial = InterposedFiles()
    #expect(try store(trial).read("flags") == old)
    for index in trial.steps.indices {
      let files = InterposedFiles { number, _ in number == index + 1 ? EIO : nil }
      #expect(throws: StoreError.self) { try store(files).read("flags") }
    }
  }

  @Test("S5: a removal or a setting aside that fails at any step is an error, and can be repeated")
  func failingChanges() throws {
    let trial = InterposedFiles()
    try store(trial).setAside("flags")
    for index in trial.steps.indices {
      let files = InterposedFiles { number, _ in number == index + 1 ? EROFS : nil }
      try store().write(new, to: "flags")
      #expect(throws: StoreError.self) { try store(files).remove("flags") }
      #expect(throws: StoreError.self) { try store(InterposedFiles { _, _ in EROFS }).setAside("flags") }
      try store().setAside("flags")
      #expect(try store().read("flags") == nil)
    }
  }

  @Test("A failed step closes what it opened")
  func noDescriptorLeaks() throws {
    func openCount() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    let steps = try stepsOfOneWrite()
    let before = try openCount()
    for _ in 0..<40 {
      for index in steps.indices {
        let files = InterposedFiles(largestWrite: 1000) { number, _ in number == index + 1 ? EIO : nil }
        try? store(files).write(new, to: "flags")
        _ = try? store(files).read("flags")
        try? store(files).remove("flags")
      }
    }
    // Other tests run beside this one; a leak would show by hundreds.
    #expect(try openCount() < before + 300)
  }
}
