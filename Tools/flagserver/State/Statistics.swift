import StrictJSON

/// How often each flag was seen, by rule and state, and how often each event came; bounded in number.
struct Statistics: Sendable {
  /// What impressions are counted by.
  struct BranchID: Sendable, Hashable {
    var flag: ByteString
    var rule: ByteString
    var isEnabled: Bool
  }

  /// The impressions of one branch.
  struct Branch: Sendable, Hashable {
    var count: Int64 = 0
    /// When the latest was, in Unix seconds.
    var last: Int64 = .min
    var minutes = TimeBins()
    var hours = TimeBins()
  }

  /// How much is told apart; what is beyond is counted in no branch or under no name.
  struct Limits: Sendable {
    var branches = 10_000
    var names = 1_000
  }

  var limits = Limits()
  private(set) var branches: [BranchID: Branch] = [:]
  private(set) var names: [ByteString: Int64] = [:]

  /// What an event changed.
  struct Change {
    var branch: BranchID?
    var name: ByteString?
  }

  /// Counts an event.
  mutating func count(_ event: LoggedEvent, now: Int64) -> Change {
    var change = Change()
    let name = ByteString(event.name)
    if names[name] != nil || names.count < limits.names {
      names[name, default: 0] += 1
      change.name = name
    }
    guard let impression = event.impression else { return change }
    let id = BranchID(
      flag: ByteString(impression.flagKey), rule: ByteString(impression.ruleID), isEnabled: impression.isEnabled)
    guard branches[id] != nil || branches.count < limits.branches else { return change }
    change.branch = id
    Self.add(event.time, now, to: &branches[id, default: Branch()])
    return change
  }

  private static func add(_ time: Int64, _ now: Int64, to branch: inout Branch) {
    branch.count += 1
    branch.last = max(branch.last, time)
    branch.minutes.add(time, now: now, .minutes)
    branch.hours.add(time, now: now, .hours)
  }

  /// Takes up what was stored.
  mutating func restore(_ branches: [BranchID: Branch], names: [ByteString: Int64]) {
    self.branches = branches
    self.names = names
  }
}
