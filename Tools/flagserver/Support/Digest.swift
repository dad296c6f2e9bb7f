/// A 128-bit digest of bytes or of other digests: the same in every run, and not meant to withstand an attacker.
struct Digest: Sendable, Hashable {
  private var first: UInt64 = 0x243f_6a88_85a3_08d3
  private var second: UInt64 = 0x1319_8a2e_0370_7344

  /// The digest of nothing.
  init() {}

  /// The digest of `bytes`.
  init(_ bytes: [UInt8]) {
    combine(UInt64(bytes.count))
    var word: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      word = word << 8 | UInt64(byte)
      if index & 7 == 7 {
        combine(word)
        word = 0
      }
    }
    if bytes.count & 7 != 0 { combine(word) }
  }

  /// Adds a word; the order counts.
  mutating func combine(_ word: UInt64) {
    first = Self.mixed(first ^ word)
    second = Self.mixed(second &+ word &* 0x9e37_79b9_7f4a_7c15) ^ first
  }

  /// Adds another digest; the order counts.
  ///
  /// The other's words are mixed already: polynomials of them over two odd numbers are spread well enough, and each costs
  /// a multiplication.
  mutating func combine(_ other: Digest) {
    first = first &* 0x9e37_79b9_7f4a_7c15 &+ other.first
    second = second &* 0xd134_2543_de82_ef95 &+ other.second
  }

  /// The digest as a strong entity tag.
  var entityTag: String {
    String(unsafeUninitializedCapacity: 34) { text in
      text[0] = UInt8(ascii: "\"")
      for digit in 0..<32 {
        let word = digit < 16 ? first : second
        let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (digit & 15)) & 15)
        text[digit + 1] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
      }
      text[33] = UInt8(ascii: "\"")
      return 34
    }
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    let once = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    let twice = (once ^ once >> 27) &* 0x94d0_49bb_1331_11eb
    return twice ^ twice >> 31
  }
}
