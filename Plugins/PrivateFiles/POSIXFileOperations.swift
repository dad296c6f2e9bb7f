#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The real file system.
package struct POSIXFileOperations: FileOperations {
  /// The real file system.
  package init() {}

  package var userID: UInt32 { geteuid() }

  /// Short: a writer that works without rest leaves the lock free for a moment only.
  package var pauseLength: Duration { .milliseconds(1) }

  package func openDirectory(_ path: String) throws(FileError) -> Descriptor {
    try check("open directory") { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }

  package func makeDirectory(_ path: String) throws(FileError) {
    try check("mkdir") { mkdir(path, 0o700) }
  }

  package func openForReading(_ name: String, in directory: Descriptor) throws(FileError) -> Descriptor {
    try check("open") { openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
  }

  package func create(_ name: String, in directory: Descriptor) throws(FileError) -> Descriptor {
    try check("create") { openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) }
  }

  package func openLock(_ name: String, in directory: Descriptor) throws(FileError) -> Descriptor {
    try check("open .lock") {
      openat(directory, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o600)
    }
  }

  package func status(of descriptor: Descriptor) throws(FileError) -> FileStatus {
    var status = stat()
    try check("fstat") { fstat(descriptor, &status) }
    return FileStatus(status)
  }

  package func status(of name: String, in directory: Descriptor) throws(FileError) -> FileStatus {
    var status = stat()
    try check("fstatat") { fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) }
    return FileStatus(status)
  }

  package func read(_ descriptor: Descriptor, upTo count: Int) throws(FileError) -> [UInt8] {
    var result = Result<Int, FileError>.success(0)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let address = buffer.baseAddress
      result = Result { () throws(FileError) in try check("read") { systemRead(descriptor, address, count) } }
      if case .success(let count) = result { initialized = count }
    }
    _ = try result.get()
    return bytes
  }

  package func write(_ bytes: ArraySlice<UInt8>, to descriptor: Descriptor) throws(FileError) -> Int {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(FileError) in
        // Over the file size limit of the process, the system would kill it instead of failing the call.
        try check("write") {
          withSignalBlocked(SIGXFSZ) { systemWrite(descriptor, buffer.baseAddress, buffer.count) }
        }
      }
    }
    return try result.get()
  }

  package func synchronize(_ descriptor: Descriptor) throws(FileError) {
    #if canImport(Darwin)
      // fsync there stops at the drive's own cache.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    do throws(FileError) {
      try check("fsync") { fsync(descriptor) }
    } catch let error where error.code == EINVAL {
      // A file system without a disk, or without directories of its own to bring there.
    }
  }

  package func tryLock(_ descriptor: Descriptor) throws(FileError) -> Bool {
    do throws(FileError) {
      try check("flock") { flock(descriptor, LOCK_EX | LOCK_NB) }
      return true
    } catch let error where error.code == EWOULDBLOCK {
      return false
    }
  }

  package func unlock(_ descriptor: Descriptor) {
    _ = flock(descriptor, LOCK_UN)
  }

  package func rename(_ old: String, to new: String, in directory: Descriptor) throws(FileError) {
    try check("rename") { renameat(directory, old, directory, new) }
  }

  package func remove(_ name: String, in directory: Descriptor) throws(FileError) {
    try check("unlink") { unlinkat(directory, name, 0) }
  }

  package func names(in directory: Descriptor) throws(FileError) -> [String] {
    // An opening of its own: a duplicate would share the place where the last listing ended.
    let descriptor = try check("list directory") { openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      throw FileError("list directory", code: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // By address: an entry is no longer than its name, so copying the whole structure would read beyond it.
      guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
      let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      names.append(String(cString: name))
    }
    return names
  }

  package func close(_ descriptor: Descriptor) {
    _ = systemClose(descriptor)
  }

  package func pause() {
    usleep(1_000)
  }

  /// The result of `call`, repeated when a signal interrupted it.
  @discardableResult
  private func check<Number: FixedWidthInteger & SignedInteger>(
    _ name: String, _ call: () -> Number
  ) throws(FileError) -> Number {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw FileError(name, code: code) }
    }
  }

  /// Runs `body`, and swallows the `signal` that a call in it may raise for this thread.
  private func withSignalBlocked<Result>(_ signal: Int32, _ body: () -> Result) -> Result {
    var pending = sigset_t()
    sigpending(&pending)
    let wasPending = sigismember(&pending, signal) == 1
    var blocked = sigset_t()
    var previous = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, signal)
    pthread_sigmask(SIG_BLOCK, &blocked, &previous)
    let result = body()
    let code = errno
    sigpending(&pending)
    if !wasPending, sigismember(&pending, signal) == 1 {
      var taken: Int32 = 0
      sigwait(&blocked, &taken)
    }
    pthread_sigmask(SIG_SETMASK, &previous, nil)
    errno = code
    return result
  }
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      default: .other
      }
    self.init(
      kind: kind, owner: status.st_uid, permissions: UInt32(status.st_mode) & 0o7777, size: Int(status.st_size),
      identity: Identity(
        device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino)))
  }
}

// Three system calls under names that the methods above do not hide.

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}

private func systemClose(_ descriptor: Int32) -> Int32 {
  close(descriptor)
}
