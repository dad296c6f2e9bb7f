import FeatureFlags

/// Judging what was seen.
extension World {
  /// Compares what was seen after `stimulus` with what the model says, and takes note of it.
  mutating func check(_ stimulus: Stimulus, _ seen: Observed) throws(Violation) {
    if let trouble = seen.trouble { throw Violation(rule: .ends, message: trouble) }
    if case .answer(let number, _) = stimulus, number == openRequest {
      openRequest = nil
      endedRequests.append(number)
    }
    let sent = seen.events.compactMap { event in
      if case .sent(let number, let user, let tag, let push) = event {
        (number, Prediction.Request(user: user, tag: tag, saysPush: push))
      } else {
        nil
      }
    }
    let expected = model.take(stimulus, at: now, sawRequest: !sent.isEmpty)
    try checkRequests(sent, expected, seen)
    try checkCompletions(expected, seen)
    try checkListeners(expected, seen)
    try checkImpressions(stimulus, expected, seen)
    try checkStore(expected, seen)
    try checkDiagnostics(seen)
    try checkReads(stimulus, expected, seen)
    try checkTimer(stimulus, seen)
    if case .kill = stimulus { forgetProcess() }
  }

  private mutating func checkRequests(
    _ sent: [(number: Int, request: Prediction.Request)], _ expected: Prediction, _ seen: Observed
  ) throws(Violation) {
    for case .cancelled(let number) in seen.events {
      guard number == openRequest, expected.cancelsRequest else {
        throw Violation(rule: .t4, message: "request \(number) was cancelled, which nothing asks for")
      }
      openRequest = nil
      abandonedRequests.append(number)
    }
    if setup.usesClient, expected.cancelsRequest, let number = openRequest {
      // Whether a transport was told to stop cannot be seen when it does not listen.
      openRequest = nil
      abandonedRequests.append(number)
    }
    if expected.cancelsRequest, let number = openRequest {
      throw Violation(rule: expected.endingRule, message: "request \(number) should have been cancelled")
    }
    if sent.count > 1 || (!sent.isEmpty && openRequest != nil) {
      throw Violation(rule: .t4, message: "more than one request is in flight")
    }
    guard sent.first?.request == expected.request else {
      let rule = expected.request == nil ? reasonNotToSend : expected.requestRule
      throw Violation(
        rule: rule, message: "sent \(Self.text(sent.first?.request)), should have sent \(Self.text(expected.request))")
    }
    if let first = sent.first {
      openRequest = first.number
      model.request?.number = first.number
      self.sent[first.number] = Sent(user: first.request.user, tag: first.request.tag)
    }
  }

  /// The rule that a request breaks which should not have been sent.
  private var reasonNotToSend: RuleNumber {
    if let refusal = model.refusal { return refusal.rule }
    if let pause = model.pause, model.uptime < pause.until { return .t7 }
    return model.isUnauthorized || !model.wants.isEmpty ? .t7 : .t2
  }

  private mutating func checkCompletions(_ expected: Prediction, _ seen: Observed) throws(Violation) {
    var left = expected.endings
    for case .completed(let token, let ending, let readable) in seen.events {
      guard waitingTokens.remove(token) != nil || left[token] != nil else {
        throw Violation(rule: .ends, message: "refresh \(token) ended more than once")
      }
      guard let wanted = left.removeValue(forKey: token) else {
        throw Violation(rule: .ends, message: "refresh \(token) ended with \(ending), though nothing ends it")
      }
      guard Self.matches(ending, wanted) else {
        throw Violation(rule: expected.endingRule, message: "refresh \(token) ended with \(ending), not \(wanted)")
      }
      if case .failure(_, _, _, let words) = ending {
        model.cite(.e2)
        try checkWords(words, .e2)
      }
      guard readable == model.readable() else {
        throw Violation(rule: .l3, message: "the completion of refresh \(token) reads \(Self.text(readable))")
      }
    }
    if let token = left.keys.min() {
      throw Violation(
        rule: expected.endingRule, message: "refresh \(token) did not end, though it should with \(left[token] as Any)")
    }
  }

  private mutating func checkListeners(_ expected: Prediction, _ seen: Observed) throws(Violation) {
    var wanted = expected.notified
    var hasCompleted = false
    for event in seen.events {
      if case .completed = event { hasCompleted = true }
      guard case .notified(let keys, let readable) = event else { continue }
      guard keys == wanted else {
        throw Violation(rule: .l1, message: "listeners were told of \(keys), should have been of \(wanted as Any)")
      }
      wanted = nil
      guard readable == model.readable() else {
        throw Violation(
          rule: .l2, message: "a listener reads \(Self.text(readable)), not \(Self.text(model.readable()))")
      }
      if hasCompleted { throw Violation(rule: .l3, message: "a completion ran before the listeners") }
    }
    if let wanted { throw Violation(rule: .l1, message: "listeners were not told of \(wanted)") }
    if let stream = seen.stream { try checkStream(stream, expected) }
  }

  /// L4: the sequence of changes gives what listeners are told, and ends with the client.
  private mutating func checkStream(
    _ stream: (updates: [[String]], hasEnded: Bool), _ expected: Prediction
  ) throws(Violation) {
    model.cite(.l4)
    let wanted = [expected.notified].compactMap { $0 }
    guard stream.updates == wanted else {
      throw Violation(rule: .l4, message: "the changes gave \(stream.updates), should have given \(wanted)")
    }
    guard stream.hasEnded == model.isShutDown else {
      throw Violation(
        rule: .l4,
        message: stream.hasEnded ? "the changes ended with no shutdown" : "the changes went on after the shutdown")
    }
  }

  private mutating func checkStore(_ expected: Prediction, _ seen: Observed) throws(Violation) {
    let seenOperations = seen.events.compactMap { event in
      if case .disk(let operation) = event { operation } else { nil }
    }
    let isFine =
      seenOperations == expected.disk
      || (expected.diskIsOptional && (seenOperations.isEmpty || seenOperations.allSatisfy(model.isOfNow)))
    guard isFine else {
      throw Violation(
        rule: expected.diskRule,
        message: "the store was asked to \(seenOperations.map(Self.text)), not to \(expected.disk.map(Self.text))")
    }
    model.diskQueue += seenOperations
  }

  private mutating func checkDiagnostics(_ seen: Observed) throws(Violation) {
    for case .diagnosed(let diagnostic) in seen.events {
      model.cite(.c5)
      try checkWords(diagnostic.message + diagnostic.values.values.joined(), .c5)
    }
  }

  private func checkWords(_ words: String, _ rule: RuleNumber) throws(Violation) {
    for secret in Catalogue.users + [Catalogue.deviceID] where words.contains(secret) {
      throw Violation(rule: rule, message: "something personal is said: \(words)")
    }
  }

  /// Nothing that must happen by itself may be left without a timer.
  private mutating func checkTimer(_ stimulus: Stimulus, _ seen: Observed) throws(Violation) {
    model.learn(nextWake: seen.nextWake)
    if wakesInPlace > 8 { throw Violation(rule: .ends, message: "the timer goes off again and again") }
    guard let due = model.nextDue else { return }
    guard let wake = seen.nextWake, wake <= due else {
      let rule: RuleNumber = model.wants.contains { $0.isRepetition } ? .t7 : .t1
      throw Violation(
        rule: rule,
        message: "the timer is set to \(seen.nextWake.map { Span.text($0 - model.uptime) } ?? "never"), "
          + "should be to \(Span.text(due - model.uptime)) from now at the latest")
    }
  }

  private mutating func forgetProcess() {
    waitingTokens = []
    heldImpressions = []
    openRequest = nil
    abandonedRequests = []
    endedRequests = []
    delivered = []
  }
}
