import Testing

@testable import FeatureFlags

/// Drives a machine by hand: moves its time, answers its requests, and keeps what it asked for.
struct MachineDriver {
  static let start = ClockReading(
    wall: WallTime(seconds: 1_767_225_600), uptime: Uptime(nanoseconds: 5_000_000_000), bootID: "boot-1")

  var machine: Machine
  var now: ClockReading
  var obstacle: FeatureFlagsError?
  private(set) var log: [Effect] = []
  private(set) var requests: [FlagsRequest] = []
  private var lastToken: UInt64 = 0

  init(
    userID: String = "u-1", stored: StoredFlags? = nil, isAppExtension: Bool = false,
    isThrottlingDisabled: Bool = false, isCommunicationAllowed: Bool = true, at now: ClockReading = start,
    seed: UInt64 = 1
  ) {
    self.now = now
    machine = Machine(
      settings: Machine.Settings(
        applicationCode: "APP", deviceID: "DEVICE", isAppExtension: isAppExtension,
        isThrottlingDisabled: isThrottlingDisabled, jitterSeed: seed),
      userID: userID, stored: stored, isCommunicationAllowed: isCommunicationAllowed, at: now)
  }

  @discardableResult
  mutating func send(_ input: Input) -> [Effect] {
    let effects = machine.handle(input, in: Surroundings(time: now, obstacle: obstacle))
    log += effects
    for case .send(let request) in effects { requests.append(request) }
    return effects
  }

  /// Moves all time; does not let anything due happen.
  mutating func skip(_ span: Nanoseconds) {
    now = ClockReading(wall: now.wall + span, uptime: now.uptime + span, bootID: now.bootID)
  }

  /// Moves all time and lets everything due happen at its moment.
  mutating func advance(_ span: Nanoseconds) {
    let target = now.uptime + span
    while let wake = machine.nextWake, wake <= target {
      skip(max(wake.since(now.uptime), .zero))
      send(.timePassed)
    }
    skip(target.since(now.uptime))
  }

  @discardableResult
  mutating func refresh() -> RefreshToken {
    lastToken += 1
    send(.refreshRequested(RefreshToken(number: lastToken)))
    return RefreshToken(number: lastToken)
  }

  /// Answers the last request with a complete list of flags.
  @discardableResult
  mutating func answer(_ flags: [Flag], tag: String? = nil, isPartial: Bool = false) -> [Effect] {
    end(.success(.evaluation(Evaluation(flags: flags, isPartial: isPartial, entityTag: tag))))
  }

  @discardableResult
  mutating func fail(_ code: Int, retryAfter: Nanoseconds? = nil, wasSent: Bool = true) -> [Effect] {
    let error =
      code == 0
      ? FeatureFlagsError(TransportError(.connection, "refused"))
      : FeatureFlagsError(
        code: code, reason: code == 200 ? .unusableAnswer : .httpStatus, message: "HTTP \(code)")
    return end(.failure(RequestFailure(error, retryAfter: retryAfter, wasSent: wasSent)))
  }

  @discardableResult
  mutating func end(_ result: Result<EvaluationAnswer, RequestFailure>) -> [Effect] {
    guard let id = requests.last?.id else {
      Issue.record("no request was sent")
      return []
    }
    return send(.requestEnded(id, result))
  }

  /// What reads give now, as "key=on/off".
  var readable: [String] {
    machine.snapshot.flags(at: now.uptime).map { "\($0.key)=\($0.isEnabled ? "on" : "off")" }
  }

  /// How each call of refresh was answered so far.
  var completions: [RefreshToken: [Result<RefreshOutcome, FeatureFlagsError>]] {
    var all: [RefreshToken: [Result<RefreshOutcome, FeatureFlagsError>]] = [:]
    for case .complete(let tokens, let result) in log {
      for token in tokens { all[token, default: []].append(result) }
    }
    return all
  }

  func outcome(_ token: RefreshToken) -> RefreshOutcome? {
    guard let results = completions[token], results.count == 1 else { return nil }
    return try? results[0].get()
  }

  func failure(_ token: RefreshToken) -> FeatureFlagsError? {
    guard let results = completions[token], results.count == 1, case .failure(let error) = results[0] else {
      return nil
    }
    return error
  }

  /// Asks for flags; gives the outcome, if there is one at once.
  mutating func refreshOutcome() -> RefreshOutcome? {
    let token = refresh()
    return outcome(token)
  }

  /// Asks for flags; gives the failure, if there is one at once.
  mutating func refreshFailure() -> FeatureFlagsError? {
    let token = refresh()
    return failure(token)
  }

  /// The keys of each update that listeners were told of.
  var updates: [[String]] {
    log.compactMap { if case .notify(let update) = $0 { update.changedKeys } else { nil } }
  }

  var writes: [StoredFlags] {
    log.compactMap { if case .writeRecord(let record) = $0 { record } else { nil } }
  }

  var diagnostics: [Diagnostic] {
    log.compactMap { if case .diagnose(let diagnostic) = $0 { diagnostic } else { nil } }
  }

  var deliveries: [Impression] {
    log.compactMap { if case .deliver(let impression) = $0 { impression } else { nil } }
  }

  /// Logs an impression; gives what was reported at once, nil while it is being delivered.
  mutating func logImpression(_ key: String) -> ImpressionOutcome? {
    lastToken += 1
    for case .report(_, let result) in send(.impressionLogged(key, DeliveryID(number: lastToken))) {
      return try? result.get()
    }
    return nil
  }

  /// The sink takes the last impression, or fails.
  mutating func endDelivery(_ error: EventSinkError? = nil) {
    guard let impression = deliveries.last else {
      Issue.record("no impression was handed out")
      return
    }
    send(.deliveryEnded(impression.id, error))
  }
}

/// A flag that is on, for short.
func on(_ key: String, rule: String = "r_1", _ properties: JSONObject = [:]) -> Flag {
  Flag(key: key, isEnabled: true, ruleID: rule, properties: properties)
}

/// A flag that is off, for short.
func off(_ key: String, rule: String = "", _ properties: JSONObject = [:]) -> Flag {
  Flag(key: key, isEnabled: false, ruleID: rule, properties: properties)
}
