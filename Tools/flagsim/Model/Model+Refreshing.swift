import FeatureFlags

/// When flags are asked for.
extension Model {
  /// Why nothing may be sent whatever the time is (T9, T10, T11, C4).
  var refusal: (ending: Ending, rule: RuleNumber)? {
    let reason: (String, RuleNumber)? =
      isShutDown
      ? ("shut-down", .c4)
      : setup.isAppExtension
        ? ("app-extension", .t9)
        : !isCommunicating ? ("communication-stopped", .t11) : isBlocked ? ("endpoint", .t10) : nil
    return reason.map { (.failure(code: 0, reason: $0.0, retryAt: nil, words: ""), $0.1) }
  }

  /// T2, T4, T7: the app asks.
  mutating func refresh(_ token: Int) {
    if let refusal {
      end([token], refusal.ending, refusal.rule)
    } else if request != nil {
      cite(.t4)
      request?.tokens.append(token)
    } else if let pause, uptime < pause.until {
      end([token], .failure(code: pause.code, reason: "retry-after", retryAt: pause.untilWall, words: ""), .t7)
    } else if let windowStart, validRecord != nil, uptime < windowStart + 5 * Span.minute, !setup.isThrottlingDisabled {
      let left = windowStart + 5 * Span.minute - uptime
      end([token], .success(kind: "throttled", keys: [], until: wall + left), .t2)
    } else {
      let isInWindow = windowStart.map { uptime < $0 + 5 * Span.minute } ?? false
      send(isAutomatic: false, tokens: [token], setup.isThrottlingDisabled && isInWindow ? .t3 : .t2)
    }
  }

  /// T1: the client asks by itself, or remembers to.
  mutating func sendAutomatically(_ rule: RuleNumber, inBackground: Bool = false) {
    guard !isShutDown, !setup.isAppExtension else { return }
    let isPaused = pause.map { uptime < $0.until } ?? false
    if !isCommunicating || request.map({ $0.saysPush != isPushRegistered }) ?? false {
      if isBlocked, isCommunicating { return }
      wants.append(Want(earliest: uptime, latest: uptime, inBackground: inBackground))
    } else if isBlocked {
      cite(.t10)
    } else if request != nil {
      request?.isAutomatic = true
    } else if isUnauthorized {
      cite(.t7)
    } else if isPaused, let pause {
      cite(.t7)
      wants.append(Want(earliest: pause.until, latest: pause.until, inBackground: inBackground))
    } else {
      cite(.t1)
      send(isAutomatic: true, tokens: [], rule)
    }
  }

  mutating func send(isAutomatic: Bool, tokens: [Int], isAskingAnew: Bool = false, _ rule: RuleNumber) {
    cite(rule)
    expected.requestRule = rule
    let tag = isAskingAnew ? nil : validRecord?.tag
    expected.request = .init(user: user, tag: tag, saysPush: isPushRegistered)
    request = Request(
      number: nil, tag: tag, isAutomatic: isAutomatic, tokens: tokens, saysPush: isPushRegistered,
      windowBefore: windowStart, saidPushBefore: saidPush)
    windowStart = uptime
    saidPush = isPushRegistered
    // What was to be asked for is asked for now.
    if isAutomatic { wants = [] }
  }

  /// Whether a want may be sent in the state of now.
  func isFree(_ want: Want) -> Bool {
    guard !isShutDown, request == nil, isCommunicating else { return false }
    if case .background = appState { return want.inBackground }
    return true
  }

  /// Sends what has fallen due: what is wanted, and the hourly refresh.
  mutating func sendWhatIsDue() {
    guard !isShutDown else { return }
    let isHourDue = appState == .foreground && nextInterval.map { $0 <= uptime } ?? false
    let certain = wants.contains { isFree($0) && $0.latest <= uptime }
    let possible = !isHourDue && sawRequest && wants.contains { isFree($0) && $0.earliest <= uptime }
    if certain || possible {
      let inBackground = wants.contains { $0.inBackground }
      let rule: RuleNumber = wants.contains { !$0.isRepetition } ? .t1 : .t7
      wants = []
      sendAutomatically(rule, inBackground: inBackground)
    }
    if isHourDue {
      nextInterval = uptime + Span.hour
      sendAutomatically(.t1)
    }
  }

  mutating func wake() {
    guard !isShutDown else { return }
    let left = overlay.filter { uptime < $0.expiry }
    if left.count < overlay.count { cite(.s4) }
    overlay = left
    if let record, record.expiry <= uptime {
      cite(.s1)
      self.record = nil
      knownOnDisk = nil
    }
    sendWhatIsDue()
  }

  /// The latest moment at which the client must do something by itself.
  var nextDue: Int64? {
    guard isRunning, !isShutDown else { return nil }
    var moments = wants.filter { isFree($0) }.map(\.latest)
    if appState == .foreground, let nextInterval { moments.append(nextInterval) }
    return moments.min()
  }

  /// Learns when a repetition really comes from the timer that the client set.
  mutating func learn(nextWake: Int64?) {
    guard let nextWake, let place = wants.firstIndex(where: { $0.isRepetition && $0.earliest < $0.latest }),
      isFree(wants[place]), nextWake != nextInterval, nextWake != record?.expiry,
      !overlay.contains(where: { $0.expiry == nextWake }),
      wants[place].earliest <= nextWake, nextWake <= wants[place].latest
    else { return }
    wants[place].earliest = nextWake
    wants[place].latest = nextWake
  }

  mutating func end(_ tokens: [Int], _ ending: Ending, _ rule: RuleNumber) {
    guard !tokens.isEmpty else { return }
    cite(rule)
    cite(.ends)
    expected.endingRule = rule
    for token in tokens { expected.endings[token] = ending }
  }
}
