/// Finds the position of a key in a fixed list, by its bytes: open addressing, at most half full, never changed.
struct KeyIndex: Sendable {
  private let keys: [String]
  /// Position + 1 of a key in each used slot, 0 in a free one; the count is a power of two.
  private let slots: [UInt32]
  private let mask: Int

  /// Chosen once per process, so that nobody outside can make keys that collide.
  private static let seed = UInt64.random(in: .min ... .max) | 1

  init(_ keys: [String]) {
    self.keys = keys
    var capacity = 4
    while capacity < keys.count * 2 { capacity *= 2 }
    mask = capacity - 1
    var slots = [UInt32](repeating: 0, count: capacity)
    for (position, key) in keys.enumerated() {
      var slot = Self.withBytes(of: key) { Self.hash($0) } & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(truncatingIfNeeded: position + 1)
    }
    self.slots = slots
  }

  /// The position of `key` in the list; nil when it is not in it.
  func position(of key: String) -> Int? {
    Self.withBytes(of: key) { wanted in
      var slot = Self.hash(wanted) & mask
      while slots[slot] != 0 {
        let position = Int(slots[slot]) - 1
        if Self.withBytes(of: keys[position], { Self.areEqual($0, wanted) }) { return position }
        slot = (slot + 1) & mask
      }
      return nil
    }
  }

  private static func withBytes<Result>(of key: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let result = key.utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) {
      return result
    }
    var copy = key
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  private static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    for offset in 0..<left.count where left[offset] != right[offset] { return false }
    return true
  }

  /// Eight bytes at a time: mixed by a full-width multiplication whose halves are folded together.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var tail: UInt64 = 0
    while offset < bytes.count {
      tail = tail << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return Int(truncatingIfNeeded: mix(hash ^ tail) >> 1)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return product.high ^ product.low
  }
}
