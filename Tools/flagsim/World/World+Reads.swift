import FeatureFlags

/// Judging reads and impressions.
extension World {
  mutating func checkReads(_ stimulus: Stimulus, _ expected: Prediction, _ seen: Observed) throws(Violation) {
    let wanted = model.readable()
    model.cite(.r1)
    if !wanted.isEmpty {
      model.cite(.r5)
      model.cite(.r8)
      model.cite(.s2)
    }
    for flag in seen.readable where flag.properties["owner"] != .string(model.user) {
      throw Violation(rule: .s2, message: "\(model.user) reads \(Self.text([flag])) of another user")
    }
    guard seen.readable == wanted else {
      let hasExpired = seen.readable.count > wanted.count && (model.record.map { $0.expiry <= model.uptime } ?? false)
      throw Violation(
        rule: hasExpired ? .s1 : expected.readRule,
        message: "reads give \(Self.text(seen.readable)), should give \(Self.text(wanted))")
    }
    for (key, flag) in zip(Catalogue.keys, seen.byKey) {
      model.cite(.r3)
      guard flag == wanted.first(where: { Model.areEqual($0.key, key) }) else {
        throw Violation(rule: .r3, message: "the key \(key) reads \(Self.text(flag.map { [$0] } ?? []))")
      }
    }
    try checkTypes(seen, wanted)
    if setup.usesClient { model.cite(.r4) }
  }

  /// R6, R8: each typed reader gives the value if it is of its type and the default if not, with nothing in between.
  private mutating func checkTypes(_ seen: Observed, _ wanted: [Flag]) throws(Violation) {
    for (flag, known) in zip(seen.readable, wanted) {
      model.cite(.r6)
      let value = known.properties["mixed"]
      var text = "default"
      var number = -1.5
      var integer: Int64 = -1
      var bools = [false, true]
      var array: [JSONValue]?
      var object: JSONObject?
      switch value {
      case .string(let value)?: text = value
      case .integer(let value)?: (integer, number) = (value, Double(value))
      case .number(let value)?: number = value
      case .bool(let value)?: bools = [value, value]
      case .array(let value)?: array = value
      case .object(let value)?: object = value
      case .null?, .outOfRange?, nil: break
      }
      guard flag.string(forProperty: "mixed", default: "default") == text,
        flag.number(forProperty: "mixed", default: -1.5) == number,
        flag.integer(forProperty: "mixed", default: -1) == integer,
        [false, true].map({ flag.bool(forProperty: "mixed", default: $0) }) == bools,
        flag.jsonArray(forProperty: "mixed") == array, flag.jsonObject(forProperty: "mixed") == object,
        flag.number(forProperty: "absent", default: 7) == 7
      else { throw Violation(rule: .r6, message: "\(flag.key) reads its property \(value as Any) as another type") }
    }
  }

  mutating func checkImpressions(
    _ stimulus: Stimulus, _ expected: Prediction, _ seen: Observed
  ) throws(Violation) {
    let events = seen.events.compactMap { if case .delivering(let event) = $0 { event } else { nil } }
    guard events == [expected.delivery].compactMap({ $0 }) else {
      let rule: RuleNumber =
        events.count == 1 && expected.delivery != nil && events[0].attributes == expected.delivery?.attributes
        ? .i5 : expected.reportRule
      throw Violation(
        rule: rule,
        message: "the sink was given \(events.map(Self.text)), "
          + "should have been given \([expected.delivery].compactMap { $0 }.map(Self.text))")
    }
    if case .logImpression(let id, _) = stimulus, let event = events.first {
      heldImpressions.append(Held(id: id, session: model.session, event: event))
    }
    if case .sinkEnded(let id, false) = stimulus, let held = heldImpressions.first(where: { $0.id == id }) {
      // One of a kind, told apart by what the sink saw and not by what the model thinks.
      guard delivered.insert(held.kind).inserted else {
        throw Violation(rule: .i2, message: "\(Self.text(held.event)) was delivered twice in one session")
      }
    }
    if !setup.usesClient { try checkReports(expected, seen) }
    for id in expected.reports.keys { heldImpressions.removeAll { $0.id == id } }
  }

  private func checkReports(_ expected: Prediction, _ seen: Observed) throws(Violation) {
    var left = expected.reports
    for case .reported(let id, let ending) in seen.events {
      guard let wanted = left.removeValue(forKey: id) else {
        throw Violation(rule: .ends, message: "impression \(id) ended with \(ending), though nothing ends it")
      }
      guard ending == wanted else {
        throw Violation(rule: expected.reportRule, message: "impression \(id) ended with \(ending), not \(wanted)")
      }
    }
    if let id = left.keys.min() {
      throw Violation(rule: .ends, message: "impression \(id) did not end, though it should")
    }
  }
}
