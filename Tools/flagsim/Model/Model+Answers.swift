import FeatureFlags

/// What answers do.
extension Model {
  /// One that is not for the request in flight does nothing (T5).
  mutating func end(_ number: Int, _ answer: Answer) {
    guard let request, request.number == number else {
      cite(.t5)
      return
    }
    self.request = nil
    let before = readable()
    switch answer {
    case .flags(let flags, let isPartial, let tag, _):
      if isPartial { overlay(flags) } else { store(tag: tag, flags: flags) }
      succeed(request, before, isPartial: isPartial)
    case .notModified:
      guard let tag = request.tag else { return failAndGoOn(request, code: 304, reason: "http-status") }
      guard let record, record.user == user, record.tag == tag else {
        send(isAutomatic: request.isAutomatic, tokens: request.tokens, isAskingAnew: true, .t2)
        return sendWhatIsDue()
      }
      store(tag: tag, flags: record.flags)
      succeed(request, before, isPartial: false)
    case .garbage: failAndGoOn(request, code: 200, reason: "unusable-answer")
    case .status(let code, let wait): failAndGoOn(request, code: code, reason: "http-status", retryAfter: wait)
    case .lost(let loss): failAndGoOn(request, code: 0, reason: "transport", isPassing: loss != .tls)
    case .notSent:
      windowStart = request.windowBefore
      saidPush = request.saidPushBefore
      failAndGoOn(request, code: 0, reason: "endpoint")
    }
  }

  /// S4: no window, nothing stored.
  private mutating func overlay(_ flags: [Flag]) {
    cite(.s4)
    windowStart = nil
    for flag in flags {
      overlay.removeAll { Self.areEqual($0.flag.key, flag.key) }
      overlay.append(Overlaid(flag: flag, expiry: uptime + Self.lifetime))
    }
    expected.readRule = .s4
  }

  /// S1: the last complete answer is kept; the same one again only when the disk's has fallen behind.
  private mutating func store(tag: String?, flags: [Flag]) {
    if flags.isEmpty { cite(.t8) }
    overlay = []
    let new = DiskRecord(
      applicationCode: Catalogue.applicationCode, user: user, received: now, tag: tag, flags: flags)
    let isWriting = diskQueue.contains { if case .write = $0 { true } else { false } }
    if let record, record.user == user, record.tag == tag, record.flags == flags, knownOnDisk != nil || isWriting {
      expected.diskIsOptional = isWriting || knowledgeIsVague
      knowledgeIsVague = knowledgeIsVague || isWriting
      if let known = knownOnDisk, uptime - known.received < 5 * Span.minute {
        cite(.s1)
      } else {
        demand(.write(new), .s1)
      }
    } else {
      demand(.write(new), .s1)
    }
    record = Record(user: user, expiry: uptime + Self.lifetime, tag: tag, flags: flags, received: now)
    expected.readRule = .t6
  }

  private mutating func succeed(_ request: Request, _ before: [Flag], isPartial: Bool) {
    wants = []
    pause = nil
    isUnauthorized = false
    failureCount = 0
    if request.saysPush != isPushRegistered {
      wants.append(Want(earliest: uptime, latest: uptime))
    }
    let after = readable()
    let changed = Self.changedKeys(before, after)
    cite(.l1)
    if !changed.isEmpty {
      expected.notified = changed
      cite(.l2)
      if !request.tokens.isEmpty { cite(.l3) }
    }
    for flag in after where !flag.isEnabled {
      if flag.ruleID.isEmpty { cite(.t6) }
      cite(.r7)
    }
    let kind = isPartial ? "partial" : changed.isEmpty ? "unchanged" : "updated"
    end(request.tokens, .success(kind: kind, keys: changed, until: nil), .t4)
    sendWhatIsDue()
  }

  /// E1, T7: nothing readable changes; what the rules say is tried again.
  private mutating func failAndGoOn(
    _ request: Request, code: Int, reason: String, isPassing: Bool? = nil, retryAfter: Int64? = nil
  ) {
    cite(.e1)
    expected.readRule = .e1
    if code == 401 || code == 403 { isUnauthorized = true }
    var retryAt: Int64?
    if let retryAfter, code == 429 || code == 503 {
      let wait = min(retryAfter * Span.second, Span.hour)
      pause = Pause(until: uptime + wait, untilWall: wall + wait, code: code)
      retryAt = wall + wait
      cite(.t7)
    }
    let mayPass = isPassing ?? [408, 429, 500, 502, 503, 504].contains(code)
    var isInBackground = false
    if case .background = appState { isInBackground = true }
    if request.isAutomatic, mayPass, validRecord == nil, !isInBackground {
      let ceiling = min(5 * Span.second << min(failureCount, 6), 5 * Span.minute)
      failureCount += 1
      let pauseEnd = pause.map { uptime < $0.until ? $0.until : uptime } ?? uptime
      wants.append(
        Want(earliest: max(uptime, pauseEnd), latest: max(uptime + ceiling, pauseEnd), isRepetition: true))
      cite(.t7)
    }
    end(request.tokens, .failure(code: code, reason: reason, retryAt: retryAt, words: ""), .e1)
    sendWhatIsDue()
  }

  mutating func demand(_ operation: DiskOperation, _ rule: RuleNumber) {
    cite(rule)
    expected.disk.append(operation)
    expected.diskRule = rule
  }

  /// S5, S6: the store has done what was next, or has not.
  mutating func storeWorked(fails: Bool) {
    guard !diskQueue.isEmpty else { return }
    let operation = diskQueue.removeFirst()
    if fails { cite(.s6) }
    switch operation {
    case .write(let written):
      if fails {
        knownOnDisk = nil
      } else {
        disk = written
        diskIsDamaged = false
        if isRunning, let record, record.received == written.received {
          knownOnDisk = (written, written.received.uptime.nanoseconds)
          knowledgeIsVague = false
        }
      }
    case .remove where !fails:
      disk = nil
      diskIsDamaged = false
    case .setAside where !fails:
      disk = nil
      diskIsDamaged = false
    case .writeSwitch(let isStopped) where !fails: switchOnDisk = isStopped
    default: break
    }
  }
}
