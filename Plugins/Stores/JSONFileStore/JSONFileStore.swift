public import FeatureFlags
package import PrivateFiles

/// A store that keeps each blob as a file of its own, `<name>.json`, in one directory.
///
/// A write is all or nothing: the bytes go to a new file beside the old one, reach the disk, and take its name. The
/// directory (0700) and the files (0600) are made for their owner alone; what belongs to someone else, or can be written
/// by others, is refused, and so are symbolic links and anything that is no regular file. A blob set aside is
/// `<name>.aside.json` (S5). Reading creates nothing; a directory that is gone is made again by the next write (S6).
///
/// Several processes can share a directory: writers take turns by a lock on its file `.lock` and wait at most
/// ``Configuration/lockTimeout`` for it, readers need none. What a process that died in a write left behind is removed
/// by the next write. Calls block; safe from any thread.
public struct JSONFileStore: Ports.Store {
  /// Where and within which limits the blobs are kept.
  public let configuration: Configuration

  private let directory: PrivateDirectory

  /// A store as `configuration` says; touches no file yet.
  public init(_ configuration: Configuration) {
    self.init(configuration, files: POSIXFileOperations())
  }

  /// A store that goes through `files` for all it does.
  package init(_ configuration: Configuration, files: any FileOperations) {
    self.configuration = configuration
    directory = PrivateDirectory(
      path: configuration.directory, maximumBytes: configuration.maximumBytes, lockTimeout: configuration.lockTimeout,
      files: files)
  }

  /// The bytes of `<name>.json`, or nil when there is no such file or directory.
  ///
  /// - Throws: `StoreError` that names the file and the system's reason.
  public func read(_ name: String) throws(StoreError) -> [UInt8]? {
    try attempt("read", name) { (file) throws(FileError) in try directory.read(file) }
  }

  /// Puts `bytes` into `<name>.json`, on disk when it returns.
  ///
  /// - Throws: `StoreError` that names the file and the system's reason; the old blob is then still
  ///   there, or, when only the last step failed, the new one.
  public func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    try attempt("write", name) { (file) throws(FileError) in try directory.write(bytes, to: file) }
  }

  /// Removes `<name>.json`, if there is one.
  ///
  /// - Throws: `StoreError` that names the file and the system's reason.
  public func remove(_ name: String) throws(StoreError) {
    try attempt("remove", name) { (file) throws(FileError) in try directory.remove(file) }
  }

  /// Renames `<name>.json` to `<name>.aside.json`, which takes the place of an older one.
  ///
  /// - Throws: `StoreError` that names the file and the system's reason.
  public func setAside(_ name: String) throws(StoreError) {
    try attempt("set aside", name) { (file) throws(FileError) in
      try directory.rename(file, to: "\(name).aside.json")
    }
  }

  /// Runs `body` with the file of the blob `name`, and puts what went wrong into words.
  private func attempt<Result>(
    _ operation: String, _ name: String, _ body: (_ file: String) throws(FileError) -> Result
  ) throws(StoreError) -> Result {
    guard Self.isAllowed(name) else {
      throw StoreError(
        "cannot \(operation) a blob of this name: it must be 1…64 of a…z 0…9 . - and start with a letter")
    }
    do throws(FileError) {
      return try body("\(name).json")
    } catch {
      throw StoreError("cannot \(operation) \(configuration.directory)/\(name).json: \(error.message)")
    }
  }

  private static func isAllowed(_ name: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = name.utf8.first, letters.contains(first), name.utf8.count <= 64 else { return false }
    return name.utf8.allSatisfy {
      letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
  }
}
