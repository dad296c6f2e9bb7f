public import FeatureFlags

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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

  private let files: any FileOperations

  /// A store as `configuration` says; touches no file yet.
  public init(_ configuration: Configuration) {
    self.init(configuration, files: POSIXFileOperations())
  }

  /// A store that goes through `files` for all it does.
  package init(_ configuration: Configuration, files: any FileOperations) {
    self.configuration = configuration
    self.files = files
  }

  private var directory: StoreDirectory { StoreDirectory(configuration, files: files) }

  /// The bytes of `<name>.json`, or nil when there is no such file or directory.
  ///
  /// - Throws: `StoreError` that names the file and the system's reason.
  public func read(_ name: String) throws(StoreError) -> [UInt8]? {
    try attempt("read", name) { (file) throws(FileError) in
      guard let opened = try directory.open() else { return nil }
      defer { files.close(opened) }
      return try read(file, in: opened)
    }
  }

  /// Puts `bytes` into `<name>.json`, on disk when it returns.
  ///
  /// - Throws: `StoreError` that names the file and the system's reason; the old blob is then still
  ///   there, or, when only the last step failed, the new one.
  public func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    try attempt("write", name) { (file) throws(FileError) in
      guard bytes.count <= configuration.maximumBytes else {
        throw FileError("\(bytes.count) bytes are over the limit of \(configuration.maximumBytes)")
      }
      // The directory, the lock or the new file may be deleted by someone else at any step: then begin again.
      for _ in 1..<Self.attempts {
        do throws(FileError) {
          return try writeOnce(bytes, to: file)
        } catch let error where error.code == ENOENT {
          continue
        }
      }
      try writeOnce(bytes, to: file)
    }
  }

  /// Removes `<name>.json`, if there is one.
  ///
  /// - Throws: `StoreError` that names the file and the system's reason.
  public func remove(_ name: String) throws(StoreError) {
    try attempt("remove", name) { (file) throws(FileError) in
      try changeExisting { (opened) throws(FileError) in try files.remove(file, in: opened) }
    }
  }

  /// Renames `<name>.json` to `<name>.aside.json`, which takes the place of an older one.
  ///
  /// - Throws: `StoreError` that names the file and the system's reason.
  public func setAside(_ name: String) throws(StoreError) {
    try attempt("set aside", name) { (file) throws(FileError) in
      try changeExisting { (opened) throws(FileError) in
        try files.rename(file, to: "\(name).aside.json", in: opened)
      }
    }
  }

  // MARK: Steps

  private static let attempts = 4

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

  private func read(_ file: String, in opened: Descriptor) throws(FileError) -> [UInt8]? {
    let descriptor: Descriptor
    do throws(FileError) {
      descriptor = try files.openForReading(file, in: opened)
    } catch let error where error.code == ENOENT {
      return nil
    } catch let error where error.code == ELOOP {
      throw FileError("it is a symbolic link")
    }
    defer { files.close(descriptor) }

    let status = try files.status(of: descriptor)
    guard status.kind == .regular else { throw FileError("it is no regular file") }
    try StoreDirectory.requirePrivate(status, "it", openMode: "600", files)

    var bytes: [UInt8] = []
    while bytes.count <= configuration.maximumBytes, status.size <= configuration.maximumBytes {
      let chunk = try files.read(descriptor, upTo: min(max(status.size - bytes.count, 0) + 1, 16 << 20))
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
    }
    throw FileError("it is over the limit of \(configuration.maximumBytes) bytes")
  }

  private func writeOnce(_ bytes: [UInt8], to file: String) throws(FileError) {
    let opened = try directory.openOrMake()
    defer { files.close(opened) }
    try directory.withLock(in: opened) { () throws(FileError) in
      directory.removeLeftovers(in: opened)
      let temporary = StoreDirectory.temporaryName(for: file)
      do throws(FileError) {
        try create(temporary, with: bytes, in: opened)
        try files.rename(temporary, to: file, in: opened)
      } catch {
        try? files.remove(temporary, in: opened)
        throw error
      }
      try files.synchronize(opened)
    }
  }

  private func create(_ file: String, with bytes: [UInt8], in opened: Descriptor) throws(FileError) {
    let descriptor = try files.create(file, in: opened)
    defer { files.close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try files.write(rest, to: descriptor)) }
    try files.synchronize(descriptor)
  }

  /// Runs `change` in the directory and brings it to disk; a missing file or directory is no error.
  private func changeExisting(_ change: (Descriptor) throws(FileError) -> Void) throws(FileError) {
    guard let opened = try directory.open() else { return }
    defer { files.close(opened) }
    do throws(FileError) {
      try change(opened)
    } catch let error where error.code == ENOENT {
      return
    }
    try files.synchronize(opened)
  }
}
