#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A port of the loopback interface that takes no connections, for as long as the value lives.
public final class LoopbackPort: Sendable {
  /// The port itself.
  public let number: UInt16
  private let descriptors: [Int32]

  private init(number: UInt16, descriptors: [Int32]) {
    self.number = number
    self.descriptors = descriptors
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// One that nobody listens on: connections are refused.
  public static func closed() throws -> LoopbackPort {
    let (descriptor, address) = try bound()
    return LoopbackPort(number: UInt16(bigEndian: address.sin_port), descriptors: [descriptor])
  }

  /// One whose queue is full and never emptied: the system drops what else comes, so nothing answers.
  public static func full() throws -> LoopbackPort {
    let (descriptor, address) = try bound()
    var descriptors = [descriptor]
    guard listen(descriptor, 0) == 0 else { throw SystemProgram.Failure(description: "listen: system error \(errno)") }
    for _ in 0..<8 {
      let guest = stream()
      _ = fcntl(guest, F_SETFL, O_NONBLOCK)
      var address = address
      withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          _ = connect(guest, address, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      descriptors.append(guest)
    }
    return LoopbackPort(number: UInt16(bigEndian: address.sin_port), descriptors: descriptors)
  }

  private static func stream() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)
    #endif
  }

  private static func bound() throws -> (descriptor: Int32, address: sockaddr_in) {
    let descriptor = stream()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else { throw SystemProgram.Failure(description: "no free port: system error \(errno)") }
    return (descriptor, address)
  }
}
