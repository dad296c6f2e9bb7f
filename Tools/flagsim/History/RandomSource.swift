/// A small seeded generator (SplitMix64): the same seed gives the same numbers on every machine.
struct RandomSource: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    // Neighbouring seeds must not give neighbouring histories.
    state = seed &* 0x9e37_79b9_7f4a_7c15 ^ 0x5851_f42d_4c95_7f2d
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// A number in `0..<limit`.
  mutating func below(_ limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(max(limit, 1))).high)
  }

  /// True once in `odds` times.
  mutating func isOne(in odds: Int) -> Bool { below(odds) == 0 }

  /// One of `choices`, which must not be empty.
  mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[below(choices.count)] }
}
