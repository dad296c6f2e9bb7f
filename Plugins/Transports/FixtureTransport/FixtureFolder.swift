import FeatureFlags

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder with the answers.
struct FixtureFolder {
  /// Its path.
  let path: String

  /// The answers in it, in no order.
  func files() throws(TransportError) -> [FixtureFile] {
    guard let directory = opendir(path) else { throw failure("the folder \(path)") }
    defer { closedir(directory) }
    var files: [FixtureFile] = []
    while let entry = readdir(directory) {
      // Not the field itself: Swift sees an array of 256 where a shorter name has less memory behind it.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let name = String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
      if let file = FixtureFile(name) { files.append(file) }
    }
    return files
  }

  /// The first bytes of a file, at most `limit`.
  func read(_ file: FixtureFile, limit: Int) throws(TransportError) -> [UInt8] {
    let path = "\(path)/\(file.fileName)"
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while content.count < limit {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, &piece, min(piece.count, limit - content.count))
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, &piece, min(piece.count, limit - content.count))
      #else
        let count = Darwin.read(descriptor, &piece, min(piece.count, limit - content.count))
      #endif
      if count == 0 { break }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(path) }
      content += piece[..<count]
    }
    return content
  }

  private func failure(_ what: String) -> TransportError {
    let code = errno
    let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      start.initialize(repeating: 0, count: buffer.count)
      return strerror_r(code, start, buffer.count) == 0 ? String(cString: start) : "error \(code)"
    }
    return TransportError(.unavailable, "\(what) cannot be read: \(reason)")
  }
}
