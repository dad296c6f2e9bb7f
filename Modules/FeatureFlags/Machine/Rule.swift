/// The fixed spans of the rules.
package enum Rule {
  /// How long stored flags are valid (S1).
  package static let lifetime = Nanoseconds.hours(24)
  /// How long an explicit refresh is held back after a request was sent (T2).
  package static let throttleWindow = Nanoseconds.minutes(5)
  /// The time between automatic refreshes in the foreground (T1).
  package static let automaticInterval = Nanoseconds.hours(1)
  /// How long in the background makes the next foreground a new session (N1).
  package static let sessionGap = Nanoseconds.minutes(30)
  /// The longest first wait before a failed automatic refresh is tried again (T7).
  package static let backoffBase = Nanoseconds.seconds(5)
  /// The longest wait of all before a failed automatic refresh is tried again (T7).
  package static let backoffCap = Nanoseconds.minutes(5)
  /// The longest `Retry-After` that is obeyed (T7).
  package static let retryAfterCap = Nanoseconds.hours(1)
  /// How far the time of receipt on disk may lag behind that in memory before an unchanged answer is written again.
  package static let renewalLag = Nanoseconds.minutes(5)
  /// How many impressions may wait for delivery; more are dropped and counted.
  package static let pendingImpressions = 1000
}
