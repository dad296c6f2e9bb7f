/// What a read of a flag's state needs, in one word: off or on, and until when; or that there is no flag.
package struct FlagState: Sendable, Hashable {
  /// Bit 0: there is a flag; bit 1: it is on; above: the nanosecond of uptime from which it is not readable.
  let bits: UInt64

  private static let present: UInt64 = 1
  private static let enabled: UInt64 = 2

  /// No flag.
  package static let absent = FlagState(bits: 0)

  init(bits: UInt64) {
    self.bits = bits
  }

  /// The state of a flag that is readable until `expiry`.
  package init(isEnabled: Bool, expiry: Uptime) {
    // 62 bits hold 73 years in either direction.
    let limit: Int64 = 1 << 60
    let nanoseconds = UInt64(bitPattern: min(max(expiry.nanoseconds, -limit), limit))
    bits = nanoseconds << 2 | (isEnabled ? Self.enabled : 0) | Self.present
  }

  /// The state if it is readable by `clock`; nil when there is no flag or it has expired (R1, S1).
  @inline(__always)
  func isEnabled(by clock: borrowing any Ports.Clock) -> Bool? {
    guard bits & Self.present != 0, !clock.hasReached(expiry) else { return nil }
    return bits & Self.enabled != 0
  }

  /// From when on the flag is not readable.
  @inline(__always)
  var expiry: Uptime { Uptime(nanoseconds: Int64(bitPattern: bits) >> 2) }
}
