/// Whether a condition holds, as far as it can be told in time.
public enum Truth: Sendable, Hashable {
  /// It holds.
  case yes
  /// It does not.
  case no
  /// It depends on a segment that cannot be resolved within the deadline.
  case unknown

  /// The truth of a test that can be made.
  init(_ holds: Bool) { self = holds ? .yes : .no }

  /// The opposite; what is unknown stays so.
  static prefix func ! (truth: Truth) -> Truth {
    switch truth {
    case .yes: .no
    case .no: .yes
    case .unknown: .unknown
    }
  }
}
