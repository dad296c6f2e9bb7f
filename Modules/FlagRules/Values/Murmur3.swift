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

    /// The hash of the bytes so far and then `words`: the words are mixed in whole, wherever in a block the last byte was.
    func hash(after words: Words) -> UInt32 {
      var state = self
      words.text.withUnsafeBufferPointer { text in
        for index in 0..<text.count - 1 { state.add(text[index]) }
        let last = text[text.count - 1]
        for index in 0..<words.rest { state.add(UInt8(truncatingIfNeeded: last &>> (8 &* UInt32(index)))) }
      }
      return state.hash
    }

    private mutating func add(_ word: UInt32) {
      count &+= 4
      // `shift` is below 32; a shift by 32 of the word's high part gives nothing, as it must.
      mixed = Murmur3.rotateLeft(mixed ^ Murmur3.scrambled(block | word &<< shift), by: 13) &* 5 &+ 0xe654_6b64
      block = word >> (32 - shift)
    }

    /// The hash, as if there were no more bytes.
    var hash: UInt32 {
      var hash = mixed ^ Murmur3.scrambled(block) ^ count
      hash = (hash ^ hash >> 16) &* 0x85eb_ca6b
      hash = (hash ^ hash >> 13) &* 0xc2b2_ae35
      return hash ^ hash >> 16
    }
  }

  /// A text cut into words, for one that is added to many states.
  struct Words: Sendable {
    /// The text, four bytes a word, the first lowest; the last word has the `rest`, 0 to 3 bytes.
    fileprivate let text: [UInt32]
    fileprivate let rest: Int

    init(_ text: String) {
      var words: [UInt32] = [0]
      var count = 0
      for byte in text.utf8 {
        words[count >> 2] |= UInt32(byte) &<< UInt32(8 * (count & 3))
        count += 1
        if count & 3 == 0 { words.append(0) }
      }
      self.text = words
      rest = count & 3
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
