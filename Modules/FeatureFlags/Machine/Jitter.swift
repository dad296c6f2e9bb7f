/// A small seeded generator (SplitMix64), so that the machine's waits are random and yet repeatable.
struct Jitter: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A number in `0...limit`, evenly spread.
  mutating func next(upTo limit: Int64) -> Int64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    bits ^= bits >> 31
    return Int64(truncatingIfNeeded: bits.multipliedFullWidth(by: UInt64(max(limit, 0)) + 1).high)
  }
}
