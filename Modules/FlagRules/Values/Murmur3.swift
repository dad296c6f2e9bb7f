/// Austin Appleby's MurmurHash3: fast, well spread, and the same on every machine; not for secrets.
public enum Murmur3 {
  /// The 32-bit variant (`murmur3_32`) of `bytes`.
  public static func hash32(_ bytes: some Collection<UInt8>, seed: UInt32 = 0) -> UInt32 {
    var hash = seed
    var block: UInt32 = 0
    var shift: UInt32 = 0
    var count: UInt32 = 0
    for byte in bytes {
      block |= UInt32(byte) << shift
      shift += 8
      count &+= 1
      if shift == 32 {
        hash = rotateLeft(hash ^ scrambled(block), by: 13) &* 5 &+ 0xe654_6b64
        block = 0
        shift = 0
      }
    }
    hash ^= scrambled(block) ^ count
    hash = (hash ^ hash >> 16) &* 0x85eb_ca6b
    hash = (hash ^ hash >> 13) &* 0xc2b2_ae35
    return hash ^ hash >> 16
  }

  /// A number from 1 to 100 for `identifier` in `group`, the normalised value of Unleash's client specification.
  public static func normalized(_ identifier: String, group: String) -> UInt32 {
    hash32("\(group):\(identifier)".utf8) % 100 + 1
  }

  private static func scrambled(_ block: UInt32) -> UInt32 {
    rotateLeft(block &* 0xcc9e_2d51, by: 15) &* 0x1b87_3593
  }

  private static func rotateLeft(_ value: UInt32, by count: UInt32) -> UInt32 {
    value << count | value >> (32 - count)
  }
}
