#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A directory of small files that are their owner's alone: made, checked and locked here.
///
/// The directory has mode 0700 and its files 0600. What belongs to someone else, or can be written by others, is refused,
/// and so are symbolic links and anything that is no regular file. Reading creates nothing. Several processes can share
/// it: writers take turns by a lock on its file `.lock`, readers need none. Calls block; safe from any thread.
package struct PrivateDirectory: Sendable {
  /// Its path; a relative one is taken, at each call, from the working directory of the moment.
  package let path: String
  /// How many bytes a file may have, in both directions.
  package let maximumBytes: Int
  private let lockTimeout: Duration
  let files: any FileOperations

  /// The directory at `path`, whether or not there is one yet; touches no file.
  ///
  /// - Parameters:
  ///   - path: where it is; it and its parents are made by the first write.
  ///   - maximumBytes: how many bytes a file may have.
  ///   - lockTimeout: how long a write waits, in all, for other writers.
  ///   - files: what does the work.
  package init(
    path: String, maximumBytes: Int, lockTimeout: Duration, files: any FileOperations = POSIXFileOperations()
  ) {
    self.path = path
    self.maximumBytes = maximumBytes
    self.lockTimeout = lockTimeout
    self.files = files
  }

  /// The directory, opened and found to be its owner's alone; nil when there is none.
  func open() throws(FileError) -> Descriptor? {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw FileError("the directory's path is empty or holds NUL") }
    let opened: Descriptor
    do throws(FileError) {
      opened = try files.openDirectory(path)
    } catch let error where error.code == ENOENT {
      return nil
    }
    do throws(FileError) {
      try Self.requirePrivate(try files.status(of: opened), "the directory", openMode: "700", files)
      return opened
    } catch {
      files.close(opened)
      throw error
    }
  }

  /// The directory, made with its parents when there is none.
  func openOrMake() throws(FileError) -> Descriptor {
    if let opened = try open() { return opened }
    try make(path)
    guard let opened = try open() else { throw FileError("open directory", code: ENOENT) }
    return opened
  }

  /// Makes the directory `path` and its missing parents, each on disk in its own parent.
  private func make(_ path: String) throws(FileError) {
    let parent = Self.parent(of: path)
    do throws(FileError) {
      try files.makeDirectory(path)
    } catch let error where error.code == EEXIST {
      return
    } catch let error where error.code == ENOENT && parent != path {
      try make(parent)
      do throws(FileError) {
        try files.makeDirectory(path)
      } catch let error where error.code == EEXIST {
        return
      }
    }
    // A parent that may be searched but not read cannot be opened for this; the directory is made all the same.
    guard let opened = try? files.openDirectory(parent) else { return }
    defer { files.close(opened) }
    try files.synchronize(opened)
  }

  package static func parent(of path: String) -> String {
    var bytes = path.utf8[...]
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    bytes = bytes[..<slash]
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return bytes.isEmpty ? "/" : String(Substring(bytes))
  }

  /// Fails when `status` is of something that is another user's, or that others may write to and so replace.
  ///
  /// That others may read a directory is harmless, since the files in it are for their owner alone.
  static func requirePrivate(
    _ status: FileStatus, _ what: String, openMode: String, _ files: any FileOperations
  ) throws(FileError) {
    guard status.owner == files.userID else {
      throw FileError("\(what) belongs to user \(status.owner), not to user \(files.userID) who runs this")
    }
    guard status.permissions & 0o022 == 0 else {
      let mode = String(status.permissions, radix: 8)
      throw FileError("\(what) can be written by other users (mode \(mode)); chmod \(openMode) ends that")
    }
  }

  // MARK: The lock

  private static let lockName = ".lock"

  /// Runs `body` while no other writer, in this process or another, is at work in the directory.
  func withLock(in opened: Descriptor, _ body: () throws(FileError) -> Void) throws(FileError) {
    let pauses = max(lockTimeout / files.pauseLength, 0)
    var paused = 0.0
    while true {
      let lock = try openLock(Self.lockName, in: opened)
      // The kernel gives the lock up with the last descriptor, however the process ends. One of them may be in a child
      // that was forked just now and has not come to run its own program: so it is not left to the closing alone.
      defer {
        files.unlock(lock)
        files.close(lock)
      }
      while try !files.tryLock(lock) {
        guard paused < pauses else { throw FileError("another process has kept it locked for \(lockTimeout)") }
        paused += 1
        files.pause()
      }
      // Whoever removed the lock file meanwhile has let others make, and lock, a new one.
      if try isCurrent(lock, as: Self.lockName, in: opened) { return try body() }
    }
  }

  /// The lock on the file `name`, held until it is released; nil when somebody else has it, or there is no directory.
  ///
  /// - Parameter name: begins with a dot, so that it is none of the directory's ``names()``.
  package func tryLock(_ name: String) throws(FileError) -> HeldLock? {
    guard let opened = try open() else { return nil }
    defer { files.close(opened) }
    let lock = HeldLock(try openLock(name, in: opened), files: files)
    guard try files.tryLock(lock.descriptor), try isCurrent(lock.descriptor, as: name, in: opened) else {
      lock.release()
      return nil
    }
    return lock
  }

  private func openLock(_ name: String, in opened: Descriptor) throws(FileError) -> Descriptor {
    let lock: Descriptor
    do throws(FileError) {
      lock = try files.openLock(name, in: opened)
    } catch let error where error.code == ELOOP {
      throw FileError("its lock file \(name) is a symbolic link")
    }
    do throws(FileError) {
      guard try files.status(of: lock).kind == .regular else {
        throw FileError("its lock file \(name) is no regular file")
      }
      return lock
    } catch {
      files.close(lock)
      throw error
    }
  }

  private func isCurrent(_ lock: Descriptor, as name: String, in opened: Descriptor) throws(FileError) -> Bool {
    do throws(FileError) {
      return try files.status(of: name, in: opened).identity == files.status(of: lock).identity
    } catch let error where error.code == ENOENT {
      return false
    }
  }

  // MARK: Temporary files

  private static let temporarySuffix = ".tmp"

  /// A name that no blob has and that nobody else will think of.
  static func temporaryName(for file: String) -> String {
    ".\(file).\(String(UInt64.random(in: .min ... .max), radix: 36))\(temporarySuffix)"
  }

  /// Removes the files of writers that died; call it under the lock, when no writer is alive.
  ///
  /// What cannot be removed stays: it is in nobody's way.
  func removeLeftovers(in opened: Descriptor) {
    guard let names = try? files.names(in: opened) else { return }
    for name in names where name.hasPrefix(".") && name.hasSuffix(Self.temporarySuffix) {
      try? files.remove(name, in: opened)
    }
  }
}
