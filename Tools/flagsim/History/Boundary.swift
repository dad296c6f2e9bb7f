/// A moment at which a rule changes its mind; histories go exactly there, and a nanosecond before or after.
enum Boundary: String, CaseIterable, Sendable {
  /// The end of the 5-minute window (T2).
  case window
  /// The hourly refresh (T1).
  case interval
  /// 30 minutes after the app went to the background (N1).
  case sessionGap
  /// 24 hours after the stored answer was received (S1).
  case expiry
  /// 24 hours after the oldest partial answer that still lies over it (S4).
  case overlayExpiry
  /// The end of a `Retry-After` (T7).
  case pause
  /// 5 minutes after what the store holds was received.
  case renewal
}
