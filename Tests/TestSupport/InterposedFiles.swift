import Locking
package import PrivateFiles

/// The real file system, watched, and failing where a test says so.
package final class InterposedFiles: FileOperations {
  /// Asked before each step; an error number makes the step fail, nil lets it happen.
  package typealias Script = @Sendable (_ number: Int, _ step: String) -> Int32?

  private let real = POSIXFileOperations()
  private let script: Script
  private let record = Locked<[String]>([])
  private let names = Locked<[Descriptor: String]>([:])
  private let onPause: (@Sendable (Int) -> Void)?
  private let onUnlock: @Sendable (Descriptor) -> Void
  private let pauses = Locked(0)
  package let userID: UInt32
  package let largestWrite: Int

  package init(userID: UInt32? = nil, largestWrite: Int = .max, _ script: @escaping Script = { _, _ in nil }) {
    self.userID = userID ?? POSIXFileOperations().userID
    self.largestWrite = largestWrite
    onPause = nil
    onUnlock = { _ in }
    self.script = script
  }

  /// - Parameters:
  ///   - onPause: called with each pause for the lock, and its number.
  ///   - onUnlock: called before a lock is given up.
  package init(
    onPause: (@Sendable (Int) -> Void)?, onUnlock: @escaping @Sendable (Descriptor) -> Void = { _ in }
  ) {
    userID = POSIXFileOperations().userID
    largestWrite = .max
    self.onPause = onPause
    self.onUnlock = onUnlock
    script = { _, _ in nil }
  }

  /// The steps so far, such as `rename .flags.json.tmp flags.json`; random parts of names are left out.
  package var steps: [String] { record.withLock { $0 } }

  /// How often a writer paused for the lock.
  package var pauseCount: Int { pauses.withLock { $0 } }

  private func begin(_ step: String) throws(FileError) {
    let number = record.withLock { steps in
      steps.append(step)
      return steps.count
    }
    if let code = script(number, step) { throw FileError("interposed", code: code) }
  }

  private func opened(_ descriptor: Descriptor, _ name: String) -> Descriptor {
    names.withLock { $0[descriptor] = name }
    return descriptor
  }

  private func name(_ descriptor: Descriptor) -> String { names.withLock { $0[descriptor] } ?? "?" }

  private func plain(_ name: String) -> String {
    guard name.hasSuffix(".tmp") else { return name }
    return name.split(separator: ".").dropLast(2).map { "." + $0 }.joined() + ".tmp"
  }

  package var pauseLength: Duration { .milliseconds(1) }

  package func pause() {
    let number = pauses.withLock { count in
      count += 1
      return count
    }
    onPause?(number)
  }

  package func openDirectory(_ path: String) throws(FileError) -> Descriptor {
    try begin("open \(path)")
    return opened(try real.openDirectory(path), path)
  }

  package func makeDirectory(_ path: String) throws(FileError) {
    try begin("mkdir \(path)")
    try real.makeDirectory(path)
  }

  package func openForReading(_ name: String, in directory: Descriptor) throws(FileError) -> Descriptor {
    try begin("open \(name)")
    return opened(try real.openForReading(name, in: directory), name)
  }

  package func create(_ name: String, in directory: Descriptor) throws(FileError) -> Descriptor {
    try begin("create \(plain(name))")
    return opened(try real.create(name, in: directory), plain(name))
  }

  package func openLock(_ name: String, in directory: Descriptor) throws(FileError) -> Descriptor {
    try begin("open \(name)")
    return opened(try real.openLock(name, in: directory), name)
  }

  package func status(of descriptor: Descriptor) throws(FileError) -> FileStatus {
    try begin("stat \(name(descriptor))")
    return try real.status(of: descriptor)
  }

  package func status(of name: String, in directory: Descriptor) throws(FileError) -> FileStatus {
    try begin("stat \(name)")
    return try real.status(of: name, in: directory)
  }

  package func read(_ descriptor: Descriptor, upTo count: Int) throws(FileError) -> [UInt8] {
    try begin("read \(name(descriptor))")
    return try real.read(descriptor, upTo: count)
  }

  package func write(_ bytes: ArraySlice<UInt8>, to descriptor: Descriptor) throws(FileError) -> Int {
    try begin("write \(name(descriptor))")
    return try real.write(bytes.prefix(largestWrite), to: descriptor)
  }

  package func synchronize(_ descriptor: Descriptor) throws(FileError) {
    try begin("sync \(name(descriptor))")
    try real.synchronize(descriptor)
  }

  package func unlock(_ descriptor: Descriptor) {
    onUnlock(descriptor)
    real.unlock(descriptor)
  }

  package func tryLock(_ descriptor: Descriptor) throws(FileError) -> Bool {
    try begin("lock \(name(descriptor))")
    return try real.tryLock(descriptor)
  }

  package func rename(_ old: String, to new: String, in directory: Descriptor) throws(FileError) {
    try begin("rename \(plain(old)) \(new)")
    try real.rename(old, to: new, in: directory)
  }

  package func remove(_ name: String, in directory: Descriptor) throws(FileError) {
    try begin("remove \(plain(name))")
    try real.remove(name, in: directory)
  }

  package func names(in directory: Descriptor) throws(FileError) -> [String] {
    try begin("list")
    return try real.names(in: directory)
  }

  package func close(_ descriptor: Descriptor) {
    real.close(descriptor)
  }
}
