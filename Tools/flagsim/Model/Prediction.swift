import FeatureFlags

/// What the model allows and demands of one stimulus, each with the rule that says so.
struct Prediction: Sendable {
  struct Request: Sendable, Hashable {
    var user: String
    var tag: String?
    var saysPush: Bool
  }

  /// The request that must go out; without one, none may.
  var request: Request?
  var requestRule = RuleNumber.t1
  /// True when the request in flight is of no use any more.
  var cancelsRequest = false
  /// The keys that listeners must be told of; nil for no call.
  var notified: [String]?
  /// The refreshes that must end, and how.
  var endings: [Int: Ending] = [:]
  var endingRule = RuleNumber.ends
  /// The event that must go to the sink.
  var delivery: Ports.Event?
  /// The impressions whose end must be reported.
  var reports: [Int: ImpressionEnding] = [:]
  var reportRule = RuleNumber.i2
  /// What the store must be asked for, in order.
  var disk: [DiskOperation] = []
  /// True when a removal, or a write of an unchanged answer, is as good as none.
  var diskIsOptional = false
  var diskRule = RuleNumber.s1
  /// The rule to name when reads are wrong.
  var readRule = RuleNumber.r1
}
