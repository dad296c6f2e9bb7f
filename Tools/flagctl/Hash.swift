/// Stands in for what must not be shown but may be compared.
enum Hash {
  /// Eight hexadecimal digits that tell two texts apart and do not give them away at a glance (FNV-1a).
  static func short(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)), radix: 16)
    return "#" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
