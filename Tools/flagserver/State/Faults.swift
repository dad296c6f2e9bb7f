import Locking

/// The faults in force, in the order in which they are tried.
final class Faults: Sendable {
  private struct Entry: Sendable {
    var fault: Fault
    /// The state of the sequence behind the fault's share (SplitMix64).
    var random: UInt64

    /// A number from 0 up to 1, the same in each run.
    mutating func nextShare() -> Double {
      random &+= 0x9e37_79b9_7f4a_7c15
      var mixed = (random ^ random >> 30) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
      return Double((mixed ^ mixed >> 31) >> 11) * 0x1p-53
    }
  }

  private let entries = Locked<[Entry]>([])

  /// The faults, with the counts that are left; those used up are gone.
  var current: [Fault] { entries.withLock { $0.map(\.fault) } }

  /// Replaces all faults.
  func replace(with faults: [Fault]) {
    entries.withLock { entries in
      entries = faults.filter { $0.count != 0 }.map { Entry(fault: $0, random: $0.seed) }
    }
  }

  /// The fault that meets a request to `endpoint`; nil when it is spared.
  func next(for endpoint: Fault.Endpoint) -> Fault? {
    entries.withLock { entries in
      for index in entries.indices {
        let fault = entries[index].fault
        guard fault.endpoint == nil || fault.endpoint == endpoint else { continue }
        if fault.share < 1, entries[index].nextShare() >= fault.share { continue }
        if let count = fault.count {
          entries[index].fault.count = count - 1
          if count <= 1 { entries.remove(at: index) }
        }
        return fault
      }
      return nil
    }
  }
}
