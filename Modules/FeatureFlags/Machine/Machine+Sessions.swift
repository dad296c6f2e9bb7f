extension Machine {
  mutating func becomeActive() {
    guard !isShutDown else { return }
    if sessions.becomeActive(at: now.uptime) {
      impressions.startSession()
      schedule.startInterval(at: now.uptime)
      refreshAutomatically()
    } else {
      fireWhatIsDue()
    }
  }

  mutating func enterBackground() {
    guard !isShutDown else { return }
    sessions.enterBackground(at: now.uptime)
    if schedule.owed?.isRetry == true { schedule.owed = nil }
  }

  /// T1: asks again only if the last request went out without saying that the device is registered.
  mutating func registerForPush() {
    guard !isShutDown else { return }
    isPushRegistered = true
    if schedule.saidPushRegistered == false { refreshAutomatically() }
  }

  mutating func passTime() {
    guard !isShutDown else { return }
    if flags.expire(at: now.uptime) { publish() }
    fireWhatIsDue()
  }

  /// Sends what is owed and may be sent, and the hourly refresh.
  mutating func fireWhatIsDue() {
    if let owed = schedule.owed, mayFire(owed), owed.notBefore <= now.uptime {
      schedule.owed = nil
      refreshAutomatically(inBackground: owed.mayFireInBackground)
    }
    if sessions.isForeground, let due = schedule.nextInterval, due <= now.uptime {
      schedule.startInterval(at: now.uptime)
      refreshAutomatically()
    }
  }

  func mayFire(_ owed: Schedule.Owed) -> Bool {
    flight == nil && isCommunicationAllowed && (owed.mayFireInBackground || !sessions.isBackground)
  }

  /// T11: what is under way ends, and what fell due meanwhile is sent when communication starts again.
  mutating func changeCommunication(isAllowed: Bool) {
    guard !isShutDown, isAllowed != isCommunicationAllowed else { return }
    isCommunicationAllowed = isAllowed
    effects.append(.writeCommunicationStopped(!isAllowed))
    if isAllowed {
      fireWhatIsDue()
    } else {
      abandonFlight(.communicationIsStopped)
      abandonDeliveries("communication is stopped")
    }
  }

  /// C4: everything that waits fails with code 0; what is readable stays readable.
  mutating func shutDown() {
    guard !isShutDown else { return }
    isShutDown = true
    abandonFlight(.clientIsShutDown)
    abandonDeliveries("the client is shut down")
  }
}

extension FeatureFlagsError {
  static let communicationIsStopped = FeatureFlagsError(
    code: 0, reason: .communicationStopped, message: "communication with the server is stopped")
  static let clientIsShutDown = FeatureFlagsError(code: 0, reason: .shutDown, message: "the client is shut down")
  static let isAppExtension = FeatureFlagsError(
    code: 0, reason: .appExtension, message: "an app extension never requests flags")
}
