#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension PrivateDirectory {
  private static let attempts = 4

  /// The bytes of `file`, or nil when there is no such file or directory.
  package func read(_ file: String) throws(FileError) -> [UInt8]? {
    guard let opened = try open() else { return nil }
    defer { files.close(opened) }
    return try read(file, in: opened)
  }

  /// Puts `bytes` into `file`, all or nothing: they go to a new file beside the old one, reach the disk, and take its name.
  ///
  /// On disk when it returns. When it throws, the old file is still there, or, when only the last step failed, the new.
  package func write(_ bytes: [UInt8], to file: String) throws(FileError) {
    guard bytes.count <= maximumBytes else {
      throw FileError("\(bytes.count) bytes are over the limit of \(maximumBytes)")
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

  /// Removes `file`, if there is one, on disk too.
  package func remove(_ file: String) throws(FileError) {
    try changeExisting { (opened) throws(FileError) in try files.remove(file, in: opened) }
  }

  /// Gives `file`, if there is one, the name `new`, in place of what had it, on disk too.
  package func rename(_ file: String, to new: String) throws(FileError) {
    try changeExisting { (opened) throws(FileError) in try files.rename(file, to: new, in: opened) }
  }

  /// The names of the files, in any order; none when there is no directory. Those of the directory's own business are left out.
  package func names() throws(FileError) -> [String] {
    guard let opened = try open() else { return [] }
    defer { files.close(opened) }
    return try files.names(in: opened).filter { !$0.hasPrefix(".") }
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
    try Self.requirePrivate(status, "it", openMode: "600", files)

    var bytes: [UInt8] = []
    while bytes.count <= maximumBytes, status.size <= maximumBytes {
      let chunk = try files.read(descriptor, upTo: min(max(status.size - bytes.count, 0) + 1, 16 << 20))
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
    }
    throw FileError("it is over the limit of \(maximumBytes) bytes")
  }

  private func writeOnce(_ bytes: [UInt8], to file: String) throws(FileError) {
    let opened = try openOrMake()
    defer { files.close(opened) }
    try withLock(in: opened) { () throws(FileError) in
      removeLeftovers(in: opened)
      let temporary = Self.temporaryName(for: file)
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
    guard let opened = try open() else { return }
    defer { files.close(opened) }
    do throws(FileError) {
      try change(opened)
    } catch let error where error.code == ENOENT {
      return
    }
    try files.synchronize(opened)
  }
}
