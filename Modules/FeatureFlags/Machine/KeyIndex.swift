/// Finds the position of a key in a fixed list, by its bytes: open addressing, at most half full, never changed.
///
/// Everything a search touches lies in one block of memory of its own. Arrays and strings would be counted with each
/// read, and the counts of what all threads share bounce between the cores.
final class KeyIndex: Sendable {
  /// What a search looks at first, in one look: which key lies here, and where its bytes are.
  private struct Slot {
    /// The upper half of the key's hash, and the key's position + 1 in the lower half; 0 in a free slot.
    var tag: UInt64
    var start: UInt32
    var count: UInt32

    /// True when the key here, whose text lies in `bytes`, is `key`.
    @inline(__always)
    func holds(_ key: UnsafeRawBufferPointer, hash: UInt64, bytes: UnsafePointer<UInt8>) -> Bool {
      (tag ^ hash) & KeyIndex.upperHalf == 0 && Int(count) == key.count
        && KeyIndex.areEqual(bytes + Int(start), key)
    }
  }

  /// Written in `init`, only read from then on, and freed when nobody can hold `self` any more.
  private nonisolated(unsafe) let block: UnsafeMutableRawPointer
  private nonisolated(unsafe) let slots: UnsafePointer<Slot>
  private nonisolated(unsafe) let bytes: UnsafePointer<UInt8>
  private let mask: Int
  private let seed: Seed

  /// The same for all indexes of the process.
  private static let seed = Seed()

  /// True when no key came twice; of one that did, the first position is found.
  let isOfDistinctKeys: Bool

  /// An index of `keys`.
  init(_ keys: [String]) {
    var capacity = 4
    while capacity < keys.count * 2 { capacity *= 2 }
    mask = capacity - 1
    seed = Self.seed
    let bytesStart = capacity * MemoryLayout<Slot>.stride
    let byteCount = keys.reduce(0) { $0 + $1.utf8.count }
    block = .allocate(byteCount: bytesStart + byteCount, alignment: 64)
    let slots = block.bindMemory(to: Slot.self, capacity: capacity)
    slots.initialize(repeating: Slot(tag: 0, start: 0, count: 0), count: capacity)
    let bytes = (block + bytesStart).bindMemory(to: UInt8.self, capacity: byteCount)
    self.slots = UnsafePointer(slots)
    self.bytes = UnsafePointer(bytes)

    var end = 0
    var isOfDistinctKeys = true
    for (position, key) in keys.enumerated() {
      let start = end
      var key = key
      key.withUTF8 { key in
        if let first = key.baseAddress { (bytes + end).initialize(from: first, count: key.count) }
        end += key.count
      }
      let text = UnsafeRawBufferPointer(start: bytes + start, count: end - start)
      let hash = Self.hash(text, seed: seed)
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot].tag != 0, !slots[slot].holds(text, hash: hash, bytes: self.bytes) { slot = (slot + 1) & mask }
      // A second slot for the same key would make a long way of many equal ones.
      guard slots[slot].tag == 0 else {
        isOfDistinctKeys = false
        continue
      }
      slots[slot] = Slot(
        tag: hash & Self.upperHalf | UInt64(position + 1), start: UInt32(truncatingIfNeeded: start),
        count: UInt32(truncatingIfNeeded: end - start))
    }
    self.isOfDistinctKeys = isOfDistinctKeys
  }

  deinit {
    block.deallocate()
  }

  private static var upperHalf: UInt64 { 0xffff_ffff_0000_0000 }

  /// The position of `key` in the list; nil when it is not in it.
  @inline(__always)
  func position(of key: borrowing String) -> Int? {
    if let position = key.utf8.withContiguousStorageIfAvailable({ position(of: UnsafeRawBufferPointer($0)) }) {
      return position
    }
    return slowPosition(of: copy key)
  }

  /// For strings that are not UTF-8 inside, which come from Objective-C alone.
  @inline(never)
  private func slowPosition(of key: String) -> Int? {
    var native = key
    return native.withUTF8 { position(of: UnsafeRawBufferPointer($0)) }
  }

  @inline(__always)
  private func position(of key: UnsafeRawBufferPointer) -> Int? {
    let hash = Self.hash(key, seed: seed)
    var index = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[index]
      if slot.tag == 0 { return nil }
      if slot.holds(key, hash: hash, bytes: bytes) {
        return Int(truncatingIfNeeded: slot.tag & ~Self.upperHalf) &- 1
      }
      index = (index &+ 1) & mask
    }
  }

  /// True when the bytes at `left` are those of `right`; of eight or more the last eight may be looked at twice.
  @inline(__always)
  private static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafeRawBufferPointer) -> Bool {
    let left = UnsafeRawPointer(left)
    guard let start = right.baseAddress else { return true }
    let count = right.count
    guard count >= 8 else { return tail(left, count) == tail(start, count) }
    var offset = 0
    while offset &+ 8 < count {
      if word(left + offset) != word(start + offset) { return false }
      offset &+= 8
    }
    return word(left + (count &- 8)) == word(start + (count &- 8))
  }

  /// Sixteen bytes at a time, the last sixteen perhaps overlapping: both halves mixed in by one full-width multiplication.
  @inline(__always)
  private static func hash(_ bytes: UnsafeRawBufferPointer, seed: Seed) -> UInt64 {
    let count = bytes.count
    var hash = seed.first ^ UInt64(truncatingIfNeeded: count)
    guard let start = bytes.baseAddress else { return hash }
    if count > 16 {
      var offset = 0
      repeat {
        hash = mix(hash ^ word(start + offset), seed.second ^ word(start + (offset &+ 8)))
        offset &+= 16
      } while offset &+ 16 < count
      return mix(hash ^ word(start + (count &- 16)), seed.second ^ word(start + (count &- 8)))
    }
    if count >= 8 { return mix(hash ^ word(start), seed.second ^ word(start + (count &- 8))) }
    return mix(hash ^ tail(start, count), seed.second)
  }

  @inline(__always)
  private static func word(_ start: UnsafeRawPointer) -> UInt64 { start.loadUnaligned(as: UInt64.self) }

  /// Fewer than eight bytes in one word, different for different bytes of one count.
  @inline(__always)
  private static func tail(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 4 {
      let low = UInt64(start.loadUnaligned(as: UInt32.self))
      return UInt64((start + (count &- 4)).loadUnaligned(as: UInt32.self)) << 32 | low
    }
    guard count > 0 else { return 0 }
    let first = UInt64(start.load(as: UInt8.self))
    let middle = UInt64((start + count / 2).load(as: UInt8.self))
    return first | middle << 8 | UInt64((start + (count &- 1)).load(as: UInt8.self)) << 16
  }

  @inline(__always)
  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  /// Two random words, so that nobody outside can make keys that collide, nor one that makes a factor 0.
  private struct Seed: Sendable {
    let first = UInt64.random(in: .min ... .max)
    let second = UInt64.random(in: .min ... .max) | 1
  }
}
