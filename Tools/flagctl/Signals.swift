import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signals as a sequence, in place of what they would do by themselves, for as long as the process runs.
///
/// A handler writes each to a pipe. Dispatch's own sources lose one that comes while a thread does not block it, and
/// the main thread of an asynchronous program does so only from some moment on.
final class Signals {
  let stream: AsyncStream<Int32>
  private let continuation: AsyncStream<Int32>.Continuation
  private let source: (any DispatchSourceRead)?

  /// The sequence of the signals `numbers`; one a process, as handlers belong to that.
  init(_ numbers: [Int32]) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    self.stream = stream
    self.continuation = continuation
    source = Self.pipeEnd().map { end in
      let source = DispatchSource.makeReadSource(fileDescriptor: end, queue: DispatchQueue(label: "flagctl.signals"))
      source.setEventHandler {
        var number: UInt8 = 0
        if read(end, &number, 1) == 1 { continuation.yield(Int32(number)) }
      }
      source.resume()
      return source
    }
    guard source != nil else { return }
    for number in numbers where !Self.mustStayIgnored(number) { signal(number, writeToPipe) }
  }

  /// Ends the sequence.
  func end() {
    continuation.finish()
  }

  /// Makes the pipe and gives its reading end; nil when the process may have no more files.
  private static func pipeEnd() -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // A handler must never wait.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writingEnd = ends[1]
    return ends[0]
  }

  /// True for a SIGHUP that was ignored when the program started: it is to outlive its terminal, as under `nohup`.
  private static func mustStayIgnored(_ number: Int32) -> Bool {
    guard number == SIGHUP else { return false }
    let previous = signal(number, SIG_IGN)
    if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return true }
    signal(number, previous)
    return false
  }
}

/// Where handlers write; set before the first of them is installed, and never again.
nonisolated(unsafe) private var writingEnd: Int32 = -1

/// The handler; it does nothing but what a handler may.
private func writeToPipe(_ number: Int32) {
  let code = errno
  var byte = UInt8(truncatingIfNeeded: number)
  write(writingEnd, &byte, 1)
  errno = code
}
