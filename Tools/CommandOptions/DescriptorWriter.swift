#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes to descriptors without a buffer.
public enum DescriptorWriter {
  /// Writes all of `bytes`; gives the system's reason when it cannot.
  public static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> String? {
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

  /// Writes `text` and a line end; there is nobody to tell when that fails.
  public static func writeLine(_ text: String, to descriptor: Int32) {
    _ = write(Array("\(text)\n".utf8)[...], to: descriptor)
  }
}

/// The system call, under a name that the method above does not hide.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
