import FeatureFlags
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes lines to an open file, for one caller at a time.
final class DescriptorOutput: Sendable {
  private let descriptor: Int32
  private let milliseconds: Int32

  /// True when the last line was cut: the next one must begin on a line of its own.
  private let isTorn = Atomic(false)

  init(_ descriptor: Int32, timeout: Duration) {
    self.descriptor = descriptor
    milliseconds = Int32(clamping: Int64(max(min(timeout / .milliseconds(1), 1e9), 0)))
  }

  /// Writes `line` whole, in one call if the file takes it.
  func write(_ line: [UInt8]) throws(EventSinkError) {
    let bytes = isTorn.load(ordering: .relaxed) ? [UInt8(ascii: "\n")] + line : line
    let portion = portion(of: bytes.count)
    var written = 0
    while written < bytes.count {
      do throws(EventSinkError) {
        try waitUntilWritable()
        written += try write(bytes[written..<min(written + portion, bytes.count)])
      } catch {
        if written > 0 { isTorn.store(true, ordering: .relaxed) }
        throw error
      }
    }
    isTorn.store(false, ordering: .relaxed)
  }

  /// How many bytes to write at once: all, but into a pipe no more than it takes without blocking for ever.
  private func portion(of count: Int) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return count }
    return Int(PIPE_BUF)
  }

  private func waitUntilWritable() throws(EventSinkError) {
    // poll waits in vain for what is no descriptor; the write says what is wrong.
    guard descriptor >= 0 else { return }
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    var result = poll(&entry, 1, milliseconds)
    while result < 0, errno == EINTR { result = poll(&entry, 1, milliseconds) }
    guard result != 0 else { throw EventSinkError("the output took nothing for \(milliseconds) ms") }
  }

  /// Writes some bytes and says how many; none when there was no room for them after all.
  private func write(_ bytes: ArraySlice<UInt8>) throws(EventSinkError) -> Int {
    let (count, code) = withoutSIGPIPE {
      bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
    }
    if count >= 0 { return count }
    if code == EINTR || code == EAGAIN { return 0 }
    throw EventSinkError("cannot write to the output: \(strerror(code).map { String(cString: $0) } ?? "error \(code)")")
  }

  /// Runs `body`, and swallows the signal that a write to a pipe without reader raises for this thread.
  private func withoutSIGPIPE(_ body: () -> Int) -> (result: Int, code: Int32) {
    var pending = sigset_t()
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    var blocked = sigset_t()
    var previous = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &blocked, &previous)
    let result = body()
    let code = errno
    sigpending(&pending)
    if !wasPending, sigismember(&pending, SIGPIPE) == 1 {
      var taken: Int32 = 0
      sigwait(&blocked, &taken)
    }
    pthread_sigmask(SIG_SETMASK, &previous, nil)
    return (result, code)
  }
}

/// The system call, under a name that the methods above do not hide.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
