/// Austin Appleby's MurmurHash3: fast, well spread, and the same on every machine; not for secrets.
public enum Murmur3 {
  /// The 32-bit variant (`murmur3_32`) of `bytes`.
  public static func hash32(_ bytes: some Collection<UInt8>, seed: UInt32 = 0) -> UInt32 {
    var state = State(seed: seed)
    for byte in bytes { state.add(byte) }
    return state.hash
  }

  /// The hash of the bytes so far; many hashes that begin alike can start from the same one.
  struct State: Sendable {
    private var mixed: UInt32
    private var block: UInt32 = 0
    private var shift: UInt32 = 0
    private var count: UInt32 = 0

    init(seed: UInt32 = 0) {
      mixed = seed
    }

    /// The state after the bytes of `text`.
    init(_ text: String) {
      self.init()
      for byte in text.utf8 { add(byte) }
    }

    mutating func add(_ byte: UInt8) {
      block |= UInt32(byte) &<< shift
      shift &+= 8
      count &+= 1
      if shift == 32 {
        mixed = Murmur3.rotateLeft(mixed ^ Murmur3.scrambled(block), by: 13) &* 5 &+ 0xe654_6b64
        block = 0
        shift = 0
      }
    }

    /// The hash, as if there were no more bytes.
    var hash: UInt32 {
      var hash = mixed ^ Murmur3.scrambled(block) ^ count
      hash = (hash ^ hash >> 16) &* 0x85eb_ca6b
      hash = (hash ^ hash >> 13) &* 0xc2b2_ae35
      return hash ^ hash >> 16
    }
  }

  /// A number from 1 to 100 for `identifier` in `group`, the normalised value of Unleash's client specification.
  public static func normalized(_ identifier: String, group: String) -> UInt32 {
    hash32("\(group):\(identifier)".utf8) % 100 + 1
  }

  fileprivate static func scrambled(_ block: UInt32) -> UInt32 {
    rotateLeft(block &* 0xcc9e_2d51, by: 15) &* 0x1b87_3593
  }

  fileprivate static func rotateLeft(_ value: UInt32, by count: UInt32) -> UInt32 {
    value << count | value >> (32 - count)
  }
}
