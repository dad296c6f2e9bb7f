#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where to listen: a numeric address and a port.
struct ListenAddress: Sendable, Hashable {
  /// A numeric IPv4 or IPv6 address, without brackets.
  var address: String
  var port: UInt16
  var isLoopback: Bool

  static let standard = ListenAddress(address: "127.0.0.1", port: 8080, isLoopback: true)

  private init(address: String, port: UInt16, isLoopback: Bool) {
    self.address = address
    self.port = port
    self.isLoopback = isLoopback
  }

  /// The address that `text` spells as `127.0.0.1:8080`, `[::1]:8080` or `localhost:8080`; nil when it spells none.
  init?(_ text: String) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    let digits = text[text.index(after: colon)...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = UInt16(digits)
    else { return nil }
    self.port = port
    let host = text[..<colon]
    if host == "localhost" {
      address = "127.0.0.1"
      isLoopback = true
    } else if host.hasPrefix("["), host.hasSuffix("]") {
      address = String(host.dropFirst().dropLast())
      var bytes = in6_addr()
      guard inet_pton(AF_INET6, address, &bytes) == 1 else { return nil }
      isLoopback = withUnsafeBytes(of: &bytes) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    } else {
      address = String(host)
      var bytes = in_addr()
      guard inet_pton(AF_INET, address, &bytes) == 1 else { return nil }
      isLoopback = withUnsafeBytes(of: &bytes) { $0.first == 127 }
    }
  }

  /// The URL of a server that listens here on `port`.
  func url(port: UInt16) -> String {
    address.utf8.contains(UInt8(ascii: ":")) ? "http://[\(address)]:\(port)" : "http://\(address):\(port)"
  }
}
