#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The id that the kernel gives to each boot.
enum BootID {
  /// The id of the running boot, read at the first use; nil when the system tells none.
  static let ofSystem: String? = {
    #if canImport(Darwin)
      var text = [UInt8](repeating: 0, count: 64)
      var count = text.count
      guard sysctlbyname("kern.bootsessionuuid", &text, &count, nil, 0) == 0 else { return nil }
      return id(in: Array(text.prefix(count).prefix { $0 != 0 }))
    #else
      return read(from: "/proc/sys/kernel/random/boot_id")
    #endif
  }()

  /// The id in the file at `path`; nil when it cannot be read or holds something else.
  static func read(from path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = systemRead(descriptor, &text, text.count)
    return count > 0 ? id(in: Array(text.prefix(count))) : nil
  }

  /// The UUID that `text` is, with or without a line end; nil for anything else.
  static func id(in text: [UInt8]) -> String? {
    let digits = text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...]
    let isUUID =
      digits.count == 36
      && digits.enumerated().allSatisfy { place, byte in
        switch place {
        case 8, 13, 18, 23: byte == UInt8(ascii: "-")
        default: isHexDigit(byte)
        }
      }
    return isUUID ? String(decoding: digits, as: UTF8.self) : nil
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

/// The system call, under a name that ``BootID/read(from:)`` does not hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
