extension Machine {
  /// I1…I5: begins the delivery of an impression, unless there is no flag or one like it was sent in this session.
  mutating func logImpression(_ key: String, _ id: DeliveryID) {
    guard let flag = snapshot.flag(key, at: { now.uptime }) else { return report(id, .success(.noFlag)) }
    let impression = impressionKey(of: flag)
    if impressions.contains(impression) { return report(id, .success(.duplicate)) }
    if isShutDown { return report(id, .failure(EventSinkError("the client is shut down"))) }
    if !isCommunicationAllowed { return report(id, .failure(EventSinkError("communication is stopped"))) }
    guard impressions.begin(id, impression) else {
      diagnose(
        .warning, .impressionDropped, "too many impressions are waiting",
        values: ["dropped": "\(impressions.dropCount)"])
      return report(id, .failure(EventSinkError("too many impressions are waiting")))
    }
    effects.append(.deliver(Impression(id: id, event: event(for: flag))))
  }

  /// True when an impression of the flag under `key` would be a duplicate, as long as ``ledgerEpoch`` stays (I2).
  func hasLogged(_ key: String) -> Bool {
    guard let flag = snapshot.flag(key, at: { now.uptime }) else { return false }
    return impressions.contains(impressionKey(of: flag))
  }

  /// Changes whenever an impression that was a duplicate before may be none any more.
  var ledgerEpoch: UInt64 { impressions.epoch }

  private func impressionKey(of flag: Flag) -> ImpressionKey {
    ImpressionKey(
      session: sessions.number, identity: identity, flagKey: ByteString(flag.key), ruleID: ByteString(flag.ruleID),
      isEnabled: flag.isEnabled)
  }

  mutating func endDelivery(_ id: DeliveryID, _ error: EventSinkError?) {
    guard impressions.end(id, wasDelivered: error == nil, session: sessions.number) else { return }
    if let error {
      diagnose(.warning, .impressionFailed, error.message)
      report(id, .failure(error))
    } else {
      report(id, .success(.sent))
    }
  }

  mutating func abandonDeliveries(_ why: String) {
    let waiting = impressions.giveUp()
    guard !waiting.isEmpty else { return }
    effects.append(.cancelDeliveries)
    for id in waiting { report(id, .failure(EventSinkError(why))) }
  }

  private mutating func report(_ id: DeliveryID, _ result: Result<ImpressionOutcome, EventSinkError>) {
    effects.append(.report(id, result))
  }

  private func event(for flag: Flag) -> Ports.Event {
    Ports.Event(
      name: "PW_FeatureFlagImpression",
      attributes: [
        "flag_key": .string(flag.key), "rule_id": .string(flag.ruleID), "enabled": .bool(flag.isEnabled),
      ],
      identity: identity, deviceID: settings.deviceID, time: now.wall)
  }
}
