import FeatureFlags

/// Processes, sessions, users, and the switches of the app.
extension Model {
  /// R2, S1…S3, S5: a new process reads what the last one left.
  mutating func start(userID: String, readsFail: Bool) {
    let (disk, isDamaged, switchOnDisk) = (self.disk, diskIsDamaged, self.switchOnDisk)
    var fresh = Model(setup: setup, now: now)
    fresh.coverage = coverage
    fresh.disk = disk
    fresh.diskIsDamaged = isDamaged
    fresh.switchOnDisk = switchOnDisk
    fresh.isBlocked = isBlocked
    self = fresh
    isRunning = true
    user = userID
    isCommunicating = !setup.isStoppedInitially
    expected.readRule = .r2
    cite(.r2)
    if readsFail {
      cite(.s5)
      return
    }
    if let switchOnDisk {
      isCommunicating = !switchOnDisk
      cite(.t11)
    }
    if isDamaged {
      cite(.s5)
      demand(.setAside, .s5)
      return
    }
    guard let disk, disk.applicationCode == Catalogue.applicationCode else { return }
    cite(.s3)
    guard let age = age(of: disk.received), age < Self.lifetime else {
      cite(.s1)
      return
    }
    if disk.user != user { cite(.s2) }
    record = Record(
      user: disk.user, expiry: uptime + Self.lifetime - age, tag: disk.tag, flags: disk.flags, received: disk.received)
    knownOnDisk = (disk, uptime - age)
    restoreWindow()
  }

  /// T2: after a restart the window counts from the stored answer.
  mutating func restoreWindow() {
    windowStart = validRecord.flatMap { age(of: $0.received) }.map { uptime - $0 }
  }

  mutating func kill() {
    isRunning = false
    diskQueue = []
    request = nil
    underWay = [:]
    overlay = []
    record = nil
  }

  /// C4: whoever waits fails with code 0, and nothing goes on.
  mutating func shutDown() {
    guard !isShutDown else { return }
    isShutDown = true
    cite(.c4)
    abandonRequest(reason: "shut-down", .c4)
    abandonImpressions()
  }

  mutating func abandonRequest(reason: String, _ rule: RuleNumber) {
    guard let request else { return }
    expected.cancelsRequest = true
    end(request.tokens, .failure(code: 0, reason: reason, retryAt: nil, words: ""), rule)
    self.request = nil
  }

  /// N1: the first time, or after 30 minutes or more in the background.
  mutating func becomeActive() {
    guard !isShutDown else { return }
    var startsSession = false
    switch appState {
    case .foreground: break
    case .launched: startsSession = true
    case .background(let since):
      startsSession = session == 0 || uptime - since >= 30 * Span.minute
      cite(.n2)
    }
    appState = .foreground
    guard startsSession else { return sendWhatIsDue() }
    cite(.n1)
    session += 1
    delivered = []
    nextInterval = uptime + Span.hour
    sendAutomatically(.n1)
  }

  /// T7: repetitions end with the foreground.
  mutating func enterBackground() {
    guard !isShutDown else { return }
    if case .background = appState { return }
    appState = .background(since: uptime)
    wants.removeAll { $0.isRepetition }
  }

  /// T1: only if a request went out that did not say so.
  mutating func registerForPush() {
    guard !isShutDown else { return }
    isPushRegistered = true
    if saidPush == false { sendAutomatically(.t1) }
  }

  /// T5.
  mutating func setUser(_ userID: String) {
    expected.readRule = .t5
    guard !isShutDown, userID != user else { return }
    cite(.t5)
    discardRecord()
    user = userID
    restoreWindow()
    wants = []
    isUnauthorized = false
    failureCount = 0
    let tokens = request?.tokens ?? []
    if request != nil { expected.cancelsRequest = true }
    request = nil
    let refusal = refusal
    if let refusal {
      end(tokens, refusal.ending, .t5)
      if !setup.isAppExtension, !isCommunicating {
        wants.append(Want(earliest: uptime, latest: uptime, inBackground: true))
      }
    } else {
      send(isAutomatic: true, tokens: tokens, .t5)
    }
  }

  mutating func clear() {
    guard !isShutDown else { return }
    discardRecord()
    windowStart = nil
  }

  private mutating func discardRecord() {
    overlay = []
    expected.diskRule = .t5
    if let record, record.user == user {
      demand(.remove, .t5)
      self.record = nil
      knownOnDisk = nil
    }
  }

  /// T11.
  mutating func communicate(_ isAllowed: Bool) {
    guard !isShutDown, isAllowed != isCommunicating else { return }
    cite(.t11)
    isCommunicating = isAllowed
    demand(.writeSwitch(isStopped: !isAllowed), .t11)
    if isAllowed { return sendWhatIsDue() }
    abandonRequest(reason: "communication-stopped", .t11)
    abandonImpressions()
  }
}
