#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few system calls the test server needs, without their C types.
enum TransportSocket {
  /// What a read gave.
  enum Input {
    case bytes([UInt8])
    case nothingYet
    case ended
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  #if canImport(Darwin)
    private static let sendFlags: Int32 = 0
  #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)
  #endif

  /// A socket bound to a free port of the loopback interface.
  static func bound(listening: Bool) throws(RuleViolation) -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw failure("socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let error: String? = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> String? in
        if bind(descriptor, address, length) != 0 { return "bind" }
        if listening, listen(descriptor, 128) != 0 { return "listen" }
        return getsockname(descriptor, address, &length) == 0 ? nil : "getsockname"
      }
    }
    if let error {
      let violation = failure(error)
      close(descriptor)
      throw violation
    }
    prepare(descriptor)
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// A pipe through which one thread wakes another out of ``poll``.
  static func pipe() throws(RuleViolation) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let result = Glibc.pipe(&ends)
    #elseif canImport(Musl)
      let result = Musl.pipe(&ends)
    #else
      let result = Darwin.pipe(&ends)
    #endif
    guard result == 0 else { throw failure("pipe") }
    ends.forEach(prepare)
    return (ends[0], ends[1])
  }

  /// The next connection that waits, if one does.
  static func accept(on listener: Int32) -> Int32? {
    #if canImport(Glibc)
      let descriptor = Glibc.accept(listener, nil, nil)
    #elseif canImport(Musl)
      let descriptor = Musl.accept(listener, nil, nil)
    #else
      let descriptor = Darwin.accept(listener, nil, nil)
    #endif
    guard descriptor >= 0 else { return nil }
    prepare(descriptor)
    return descriptor
  }

  /// What has arrived, without waiting.
  static func input(from descriptor: Int32) -> Input {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = read(descriptor, &bytes, bytes.count)
    if count > 0 { return .bytes(Array(bytes[..<count])) }
    return count < 0 && [EAGAIN, EINTR].contains(errno) ? .nothingYet : .ended
  }

  /// How many of `bytes` could be sent without waiting; nil when the connection is gone.
  static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int? {
    bytes.withUnsafeBytes { bytes in
      #if canImport(Glibc)
        let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
      #elseif canImport(Musl)
        let count = Musl.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
      #else
        let count = Darwin.send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
      #endif
      return count >= 0 ? count : [EAGAIN, EINTR].contains(errno) ? 0 : nil
    }
  }

  /// Ends our half of a connection.
  static func finish(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Breaks a connection off, so that the other side sees a reset.
  static func reset(_ descriptor: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    close(descriptor)
  }

  /// Closes a descriptor.
  static func close(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  /// Wakes the thread that waits at the other end of a pipe.
  static func wake(_ descriptor: Int32) {
    var byte: UInt8 = 0
    _ = write(descriptor, &byte, 1)
  }

  private static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  static func failure(_ call: String) -> RuleViolation {
    RuleViolation("test server", "\(call) failed with system error \(errno)")
  }
}
