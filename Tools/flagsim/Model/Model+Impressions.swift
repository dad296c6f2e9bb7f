import FeatureFlags

/// Impressions, one of a kind.
extension Model {
  mutating func logImpression(_ id: Int, _ key: String) {
    guard let flag = readable().first(where: { Self.areEqual($0.key, key) }) else {
      return report(id, .noFlag, .i3)
    }
    let kind = ImpressionKey(
      session: session, user: user, key: Array(flag.key.utf8), rule: flag.ruleID, isEnabled: flag.isEnabled)
    if delivered.contains(kind) { return report(id, .duplicate, .i2) }
    if underWay.values.contains(kind) { return report(id, .duplicate, .i4) }
    if isShutDown { return report(id, .failed, .c4) }
    if !isCommunicating { return report(id, .failed, .t11) }
    cite(.i1)
    cite(.i5)
    underWay[id] = kind
    expected.reportRule = .i1
    expected.delivery = Ports.Event(
      name: "PW_FeatureFlagImpression",
      attributes: [
        "flag_key": .string(flag.key), "rule_id": .string(flag.ruleID), "enabled": .bool(flag.isEnabled),
      ], identity: Identity(applicationCode: Catalogue.applicationCode, userID: user), deviceID: Catalogue.deviceID,
      time: now.wall)
  }

  mutating func sinkEnded(_ id: Int, fails: Bool) {
    guard let kind = underWay.removeValue(forKey: id) else { return }
    if !fails, kind.session == session { delivered.insert(kind) }
    report(id, fails ? .failed : .sent, fails ? .i4 : .i1)
  }

  mutating func abandonImpressions() {
    for id in underWay.keys { report(id, .failed, .i4) }
    underWay = [:]
  }

  private mutating func report(_ id: Int, _ ending: ImpressionEnding, _ rule: RuleNumber) {
    cite(rule)
    expected.reports[id] = ending
    expected.reportRule = rule
  }
}
