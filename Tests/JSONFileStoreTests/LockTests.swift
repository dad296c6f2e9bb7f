import FeatureFlags
import FeatureFlagsTesting
import Foundation
import JSONFileStore
import Locking
import PrivateFiles
import TestSupport
import Testing

@testable import struct PrivateFiles.PrivateDirectory

@Suite("JSONFileStore: several writers")
struct LockTests {
  private let directory: TemporaryDirectory
  private let store: JSONFileStore

  init() throws {
    directory = try TemporaryDirectory()
    store = JSONFileStore(.init(directory: directory.path))
    try store.write([1], to: "flags")
  }

  /// The lock as another process would hold it: a lock belongs to an opening of the file.
  private func takeLock() -> Int32 {
    let descriptor = open(directory.path + "/.lock", O_RDWR | O_CLOEXEC)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    return descriptor
  }

  @Test("A write gives up after the time allowed when another process keeps the lock; reads go on")
  func lockedForGood() throws {
    let lock = takeLock()
    defer { close(lock) }
    let files = InterposedFiles()
    let store = JSONFileStore(.init(directory: directory.path, lockTimeout: .milliseconds(40)), files: files)
    #expect {
      try store.write([2], to: "flags")
    } throws: {
      "\($0)".contains("another process has kept it locked for 0.04 seconds")
    }
    #expect(files.pauseCount == 40)
    #expect(try store.read("flags") == [1])
    #expect(try directory.names() == ["flags.json"])
  }

  @Test("A lock is free after the write, though a child that was forked meanwhile has a copy of its descriptor")
  func forkedCopy() throws {
    let copy = Locked<Int32>(-1)
    let files = InterposedFiles(onPause: nil, onUnlock: { descriptor in copy.withLock { $0 = dup(descriptor) } })
    try JSONFileStore(.init(directory: directory.path), files: files).write([2], to: "flags")
    #expect(copy.withLock { $0 } >= 0)
    close(takeLock())
    close(copy.withLock { $0 })
  }

  @Test("A write gets its turn when the other process is done")
  func lockedForAWhile() throws {
    let lock = takeLock()
    let files = InterposedFiles(onPause: { number in if number == 3 { close(lock) } })
    try JSONFileStore(.init(directory: directory.path), files: files).write([2], to: "flags")
    #expect(files.pauseCount == 3)
    #expect(try store.read("flags") == [2])
  }

  @Test("A writer that got the lock of a file that is gone takes the lock of the new file")
  func lockFileReplaced() throws {
    let path = directory.path + "/.lock"
    let files = InterposedFiles { number, step in
      if step == "lock .lock", number < 8 { unlink(path) }
      return nil
    }
    try JSONFileStore(.init(directory: directory.path), files: files).write([2], to: "flags")
    #expect(files.steps.filter { $0 == "lock .lock" }.count == 2)
    #expect(try store.read("flags") == [2])
  }

  @Test("A symbolic link or a pipe in the place of the lock is an error")
  func lockInTheWay() throws {
    let path = directory.path + "/.lock"
    unlink(path)
    symlink(directory.path + "/flags.json", path)
    #expect {
      try store.write([2], to: "flags")
    } throws: {
      "\($0)".contains("its lock file .lock is a symbolic link")
    }
    unlink(path)
    mkfifo(path, 0o600)
    #expect {
      try store.write([2], to: "flags")
    } throws: {
      "\($0)".contains("its lock file .lock is no regular file")
    }
    #expect(try store.read("flags") == [1])
  }

  @Test("What a writer that died left behind is removed by the next write, and nothing else is")
  func leftovers() throws {
    try directory.put([1], ".flags.json.3w5e11264sgsf.tmp")
    try directory.put([1], ".device.json.0.tmp")
    try directory.put([1], ".profile")
    try directory.put([1], "notes.tmp")
    mkdir(directory.path + "/.odd.tmp", 0o700)
    _ = try store.read("flags")
    #expect(try directory.names().count == 6)
    try store.write([2], to: "flags")
    #expect(try directory.names() == [".odd.tmp", ".profile", "flags.json", "notes.tmp"])
  }

  @Test("S6: a directory that is removed in the middle of a write is made again, at whatever step")
  func directoryRemovedMeanwhile() throws {
    let trial = InterposedFiles()
    try JSONFileStore(.init(directory: directory.path), files: trial).write([2], to: "flags")
    let path = directory.path
    let beforeRename = trial.steps.firstIndex { $0.hasPrefix("rename") } ?? 0
    for number in 1...beforeRename + 1 {
      let files = InterposedFiles { current, _ in
        if current == number { try? FileManager.default.removeItem(atPath: path) }
        return nil
      }
      try JSONFileStore(.init(directory: path), files: files).write([UInt8(number)], to: "flags")
      #expect(try store.read("flags") == [UInt8(number)], "removed before step \(number)")
      #expect(try directory.names() == ["flags.json"])
    }
  }

  @Test("Two writers at once make a directory once")
  func directoryMadeMeanwhile() throws {
    let path = directory.path + "/a/b"
    let files = InterposedFiles { _, step in
      if step.hasPrefix("mkdir ") {
        try? FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      }
      return nil
    }
    try JSONFileStore(.init(directory: path), files: files).write([2], to: "flags")
    #expect(try directory.bytes(of: "a/b/flags.json") == [2])
  }

  @Test(
    "The parent of a directory is found in any spelling",
    arguments: [
      ("/a/b", "/a"), ("/a//b//", "/a"), ("/a", "/"), ("//a", "/"), ("/", "/"), ("a", "."), ("a/b", "a"), ("a/", "."),
      (".", "."), ("///", "/"),
    ])
  func parents(path: String, parent: String) {
    #expect(PrivateDirectory.parent(of: path) == parent)
  }
}
