#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's own streams, written to without a buffer.
enum DescriptorStream {
  static let standardOutput: Output.Stream = { write($0[...], to: STDOUT_FILENO) }
  static let standardError: Output.Stream = { write($0[...], to: STDERR_FILENO) }

  /// True when the standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// True when commands are typed by a person.
  static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Writes all of `bytes`; gives the system's reason when it cannot.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> String? {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Whoever shares the descriptor has made it non-blocking.
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
      } else if errno != EINTR {
        return String(cString: strerror(errno))
      }
    }
    return nil
  }
}

/// The system call, under a name that the method above does not hide.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
