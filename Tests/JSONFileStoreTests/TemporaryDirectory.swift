import Foundation

/// A directory of a test's own, removed with everything in it when the last reference goes.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let template = FileManager.default.temporaryDirectory.path + "/json-file-store.XXXXXX"
    var bytes = Array(template.utf8CString)
    guard mkdtemp(&bytes) != nil else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    path = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// True for a process that may write to what its mode forbids to write to, as root may.
  static let modesDoNotCount: Bool = {
    guard let directory = try? TemporaryDirectory() else { return false }
    chmod(directory.path, 0o500)
    return access(directory.path, W_OK) == 0
  }()

  /// The names in the directory, or in one below it, without the lock.
  func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + name).filter { $0 != ".lock" }.sorted()
  }

  /// The permission bits of what lies at `name`.
  func mode(of name: String = "") -> UInt32 {
    var status = stat()
    return lstat(path + "/" + name, &status) == 0 ? UInt32(status.st_mode) & 0o7777 : 0
  }

  /// Puts a file there, of the given mode, as somebody else would.
  func put(_ bytes: [UInt8], _ name: String, mode: mode_t = 0o600) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    chmod(path + "/" + name, mode)
  }

  /// The bytes of a file.
  func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }
}
