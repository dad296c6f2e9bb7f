import FeatureFlags
import Foundation
import JSONFileStore
import PrivateFiles
import TestSupport
import Testing

@Suite("JSONFileStore: what may be in the way")
struct FaultTests {
  private let directory: TemporaryDirectory
  private let store: JSONFileStore

  init() throws {
    directory = try TemporaryDirectory()
    store = JSONFileStore(.init(directory: directory.path))
  }

  /// The message of the error that `body` must throw.
  private func message(of body: () throws(StoreError) -> Void) -> String {
    do throws(StoreError) {
      try body()
      return "no error"
    } catch {
      return error.message
    }
  }

  /// Checks that every operation fails with a message that names the file and holds `reason`.
  private func expectAllFail(_ store: JSONFileStore, _ reason: String) {
    let path = store.configuration.directory + "/flags.json"
    let messages = [
      message { () throws(StoreError) in _ = try store.read("flags") },
      message { () throws(StoreError) in try store.write([9], to: "flags") },
      message { () throws(StoreError) in try store.remove("flags") },
      message { () throws(StoreError) in try store.setAside("flags") },
    ]
    for (operation, message) in zip(["read", "write", "remove", "set aside"], messages) {
      #expect(message.hasPrefix("cannot \(operation) \(path): "))
      #expect(message.contains(reason), "\(message)")
    }
  }

  @Test("S6: a directory removed while running is made again by the next write")
  func directoryRemoved() throws {
    try store.write([1], to: "flags")
    try FileManager.default.removeItem(atPath: directory.path)
    #expect(try store.read("flags") == nil)
    try store.write([2], to: "flags")
    #expect(try store.read("flags") == [2])
    #expect(directory.mode() == 0o700)
  }

  @Test("S6: a file in the place of the directory, or above it, is an error that says so")
  func fileInTheWay() throws {
    try directory.put([1], "file")
    expectAllFail(JSONFileStore(.init(directory: directory.path + "/file")), "Not a directory")
    expectAllFail(JSONFileStore(.init(directory: directory.path + "/file/below")), "Not a directory")
    #expect(try directory.bytes(of: "file") == [1])
  }

  @Test("S6: a directory that cannot be made is an error that says why")
  func cannotBeMade() throws {
    let store = JSONFileStore(.init(directory: "/proc/no-such-directory/below"))
    #expect(try store.read("flags") == nil)
    let message = message { () throws(StoreError) in try store.write([1], to: "flags") }
    #expect(message.hasPrefix("cannot write /proc/no-such-directory/below/flags.json: mkdir: "))
  }

  @Test(
    "S6: a read-only directory is an error that says so",
    .disabled(if: TemporaryDirectory.modesDoNotCount, "this process may write anywhere"))
  func readOnlyDirectory() throws {
    try store.write([1], to: "flags")
    chmod(directory.path, 0o500)
    defer { chmod(directory.path, 0o700) }
    let message = message { () throws(StoreError) in try store.write([2], to: "flags") }
    #expect(message.contains("Permission denied"))
    #expect(try store.read("flags") == [1])
  }

  @Test("A path that is empty or holds NUL is refused", arguments: ["", "/tmp/a\u{0}b"])
  func badPath(path: String) {
    expectAllFail(JSONFileStore(.init(directory: path)), "the directory's path is empty or holds NUL")
  }

  @Test("A path that is too long is an error")
  func longPath() {
    expectAllFail(
      JSONFileStore(.init(directory: directory.path + "/" + String(repeating: "x", count: 300))), "File name too long")
  }

  @Test("A symbolic link in the place of a blob is not read, and a write leaves its target alone")
  func symbolicLink() throws {
    try directory.put([7], "target")
    symlink(directory.path + "/target", directory.path + "/flags.json")
    let message = message { () throws(StoreError) in _ = try store.read("flags") }
    #expect(message.contains("it is a symbolic link"))
    try store.write([1], to: "flags")
    #expect(try store.read("flags") == [1])
    #expect(try directory.bytes(of: "target") == [7])
  }

  @Test("S5: a symbolic link in the place of a blob can be set aside and removed, its target stays")
  func symbolicLinkAside() throws {
    try directory.put([7], "target")
    symlink(directory.path + "/target", directory.path + "/flags.json")
    try store.setAside("flags")
    #expect(try store.read("flags") == nil)
    symlink("/nowhere", directory.path + "/flags.json")
    try store.remove("flags")
    #expect(try directory.names() == ["flags.aside.json", "target"])
    #expect(try directory.bytes(of: "target") == [7])
  }

  @Test("A symbolic link to a private directory is as good as the directory")
  func linkedDirectory() throws {
    mkdir(directory.path + "/real", 0o700)
    symlink("real", directory.path + "/link")
    let store = JSONFileStore(.init(directory: directory.path + "/link/"))
    try store.write([1], to: "flags")
    #expect(try directory.bytes(of: "real/flags.json") == [1])
  }

  @Test("A pipe, a directory or a device in the place of a blob is an error, and nobody waits for it")
  func noRegularFile() throws {
    mkfifo(directory.path + "/flags.json", 0o600)
    mkdir(directory.path + "/device.json", 0o700)
    for name in ["flags", "device"] {
      let message = message { () throws(StoreError) in _ = try store.read(name) }
      #expect(message.contains("it is no regular file"))
    }
    try store.write([1], to: "flags")
    #expect(try store.read("flags") == [1])
    let message = message { () throws(StoreError) in try store.write([1], to: "device") }
    #expect(message.contains("rename: Is a directory"))
    #expect(try directory.names() == ["device.json", "flags.json"])
  }

  @Test("A directory that others may read is used", arguments: [0o755, 0o750, 0o701])
  func readableDirectory(mode: mode_t) throws {
    chmod(directory.path, mode)
    try store.write([1], to: "flags")
    #expect(try store.read("flags") == [1])
    #expect(directory.mode(of: "flags.json") == 0o600)
  }

  @Test("A directory that others may write to is refused by every operation", arguments: [0o775, 0o757, 0o720, 0o1777])
  func openDirectory(mode: mode_t) throws {
    try store.write([1], to: "flags")
    chmod(directory.path, mode)
    let mode = String(mode, radix: 8)
    expectAllFail(store, "the directory can be written by other users (mode \(mode)); chmod 700 ends that")
    chmod(directory.path, 0o700)
    #expect(try store.read("flags") == [1])
  }

  @Test("A file that others may write to is not read, and the next write closes it", arguments: [0o666, 0o620, 0o602])
  func openFile(mode: mode_t) throws {
    try directory.put([1], "flags.json", mode: mode)
    let message = message { () throws(StoreError) in _ = try store.read("flags") }
    #expect(message.contains("it can be written by other users (mode \(String(mode, radix: 8))); chmod 600 ends that"))
    try store.write([2], to: "flags")
    #expect(directory.mode(of: "flags.json") == 0o600)
    #expect(try store.read("flags") == [2])
  }

  @Test("A directory of another user is refused by every operation")
  func foreignDirectory() throws {
    let files = InterposedFiles(userID: geteuid() + 1)
    let store = JSONFileStore(.init(directory: directory.path), files: files)
    expectAllFail(
      store, "the directory belongs to user \(geteuid()), not to user \(geteuid() + 1) who runs this")
  }

  @Test("A file of another user is not read", .enabled(if: geteuid() == 0, "only root can give files away"))
  func foreignFile() throws {
    try store.write([1], to: "flags")
    chmod(directory.path + "/flags.json", 0o644)
    chown(directory.path + "/flags.json", 4711, 4711)
    let message = message { () throws(StoreError) in _ = try store.read("flags") }
    #expect(message.contains("it belongs to user 4711, not to user 0"))
  }

  @Test("S6: a write over the file size limit of the process is an error that says so, not its end; the old blob stays")
  func fileSizeLimit() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let store = JSONFileStore(.init(directory: directory.path))
      try store.write([1, 2, 3], to: "flags")
      var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let error = #expect(throws: StoreError.self) {
        try store.write([UInt8](repeating: 9, count: 10_000), to: "flags")
      }
      #expect(error?.message.contains("File too large") == true)
      #expect(try store.read("flags") == [1, 2, 3])
      #expect(try directory.names() == ["flags.json"])
      try store.write([4], to: "flags")
    }
  }

  @Test("A blob over the limit is neither written nor read")
  func sizeLimit() throws {
    let store = JSONFileStore(.init(directory: directory.path, maximumBytes: 10))
    try store.write([UInt8](repeating: 1, count: 10), to: "flags")
    #expect(try store.read("flags")?.count == 10)
    let writing = message { () throws(StoreError) in
      try store.write([UInt8](repeating: 1, count: 11), to: "flags")
    }
    #expect(writing.contains("11 bytes are over the limit of 10"))
    #expect(try store.read("flags")?.count == 10)
    try directory.put([UInt8](repeating: 1, count: 11), "flags.json")
    let reading = message { () throws(StoreError) in _ = try store.read("flags") }
    #expect(reading.contains("it is over the limit of 10 bytes"))
  }

  @Test("A huge sparse file is refused without being read")
  func sparseFile() throws {
    try directory.put([], "flags.json")
    truncate(directory.path + "/flags.json", 1 << 40)
    let files = InterposedFiles()
    let store = JSONFileStore(.init(directory: directory.path), files: files)
    let message = message { () throws(StoreError) in _ = try store.read("flags") }
    #expect(message.contains("it is over the limit of 268435456 bytes"))
    #expect(!files.steps.contains("read flags.json"))
  }

  @Test("A file that grows while it is read is refused at the limit")
  func growingFile() throws {
    try directory.put([1, 2, 3], "flags.json")
    let path = directory.path + "/flags.json"
    let files = InterposedFiles { _, step in
      if step == "read flags.json", let file = FileHandle(forWritingAtPath: path) {
        file.seekToEndOfFile()
        file.write(Data([4, 5]))
      }
      return nil
    }
    let store = JSONFileStore(.init(directory: directory.path, maximumBytes: 10), files: files)
    let message = message { () throws(StoreError) in _ = try store.read("flags") }
    #expect(message.contains("it is over the limit of 10 bytes"))
  }

  @Test("No message holds a blob's content")
  func noContentInMessages() throws {
    let store = JSONFileStore(.init(directory: directory.path, maximumBytes: 3))
    let message = message { () throws(StoreError) in try store.write(Array("secret".utf8), to: "flags") }
    #expect(!message.contains("secret"))
  }
}
