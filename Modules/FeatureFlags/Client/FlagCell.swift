import Synchronization

/// The state of one flag as it was last published, kept ready for readers that ask again and again.
final class FlagCell: Sendable {
  let key: String
  /// What says when the state expires.
  let clock: any Ports.Clock
  private let bits: Atomic<UInt64>

  init(key: String, state: FlagState, clock: any Ports.Clock) {
    self.key = key
    self.clock = clock
    bits = Atomic(state.bits)
  }

  var state: FlagState {
    @inline(__always) get { FlagState(bits: bits.load(ordering: .acquiring)) }
  }

  func set(_ state: FlagState) {
    bits.store(state.bits, ordering: .releasing)
  }
}
