/// When the client refreshes by itself, and what holds it back (T1, T7).
struct Schedule: Sendable {
  /// An automatic refresh that is to be sent as soon as it may.
  struct Owed: Sendable {
    /// Not before this moment.
    var notBefore: Uptime
    /// True for the repetition of a failed one, which ends with the foreground (T7).
    var isRetry: Bool
    /// True when it need not wait for the foreground: the user was changed.
    var mayFireInBackground: Bool
  }

  /// The server's wish not to be called, and the status it came with.
  struct Pause: Sendable {
    var until: Uptime
    var untilWall: WallTime
    var code: Int
  }

  /// When the next hourly refresh is due; nil before the first session.
  var nextInterval: Uptime?

  /// What is owed, if anything.
  var owed: Owed?

  /// The server's `Retry-After`, until it has passed.
  var pause: Pause?

  /// True after a 401 or 403, until the configuration or the user changes or a refresh succeeds.
  var isUnauthorized = false

  /// What the last request said of push; nil when none was sent (T1).
  var saidPushRegistered: Bool?

  private var failures = 0
  private var jitter: Jitter

  init(jitter: Jitter) {
    self.jitter = jitter
  }

  /// Starts the hourly interval anew (T1).
  mutating func startInterval(at now: Uptime) {
    nextInterval = now + Rule.automaticInterval
  }

  /// The wait before the next repetition: exponential, capped, with full jitter (T7).
  mutating func backoff() -> Nanoseconds {
    let doublings = min(failures, 6)
    failures = min(failures + 1, 6)
    let ceiling = min(Rule.backoffBase.count << doublings, Rule.backoffCap.count)
    return Nanoseconds(jitter.next(upTo: ceiling))
  }

  /// The pause, if it holds at `now`.
  func pause(at now: Uptime) -> Pause? {
    guard let pause, now < pause.until else { return nil }
    return pause
  }

  /// A refresh succeeded: nothing is owed, nothing holds the next one back.
  mutating func succeed() {
    owed = nil
    pause = nil
    isUnauthorized = false
    failures = 0
  }

  /// The user changed: what was owed to the last one is not owed to the next.
  mutating func restartForNewUser() {
    owed = nil
    isUnauthorized = false
    failures = 0
  }
}
