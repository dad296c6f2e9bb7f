/// The id of a device, generated once and kept (C1).
enum DeviceID {
  /// A new one: a random UUID (version 4) in upper case.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & ~0xf000 | 0x4000
    let low = generator.next() & ~(0b11 << 62) | 0b10 << 62
    let digits = hexadecimal(high) + hexadecimal(low)
    var id = ""
    for (offset, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(offset) { id.append("-") }
      id.append(digit)
    }
    return id
  }

  /// True for an id that can stand for one device: neither empty nor all zeros.
  static func isValid(_ id: String) -> Bool {
    (1...255).contains(id.utf8.count) && id.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
      && id.utf8.contains { $0 != UInt8(ascii: "0") && $0 != UInt8(ascii: "-") }
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
