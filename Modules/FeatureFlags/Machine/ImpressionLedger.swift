/// Which impressions this session has delivered, and which are on their way (I2, I4).
struct ImpressionLedger: Sendable {
  private var delivered: Set<ImpressionKey> = []
  private var sending: Set<ImpressionKey> = []
  private var pending: [DeliveryID: ImpressionKey] = [:]

  /// Counts the times after which less is contained than before.
  private(set) var epoch: UInt64 = 1

  /// How many were not taken because too many were waiting.
  private(set) var dropCount = 0

  /// True when one like it was delivered in its session, or is being delivered.
  func contains(_ key: ImpressionKey) -> Bool { delivered.contains(key) || sending.contains(key) }

  /// Starts a delivery; false when too many wait already.
  mutating func begin(_ id: DeliveryID, _ key: ImpressionKey) -> Bool {
    guard pending.count < Rule.pendingImpressions else {
      dropCount += 1
      return false
    }
    pending[id] = key
    sending.insert(key)
    return true
  }

  /// Ends a delivery; false when it is not known, since it was given up.
  mutating func end(_ id: DeliveryID, wasDelivered: Bool, session: Int) -> Bool {
    guard let key = pending.removeValue(forKey: id) else { return false }
    sending.remove(key)
    if wasDelivered, key.session == session { delivered.insert(key) } else { epoch += 1 }
    return true
  }

  /// A new session sends everything again (I2).
  mutating func startSession() {
    delivered = []
    epoch += 1
  }

  /// Gives up all that wait, in the order of their calls.
  mutating func giveUp() -> [DeliveryID] {
    defer {
      pending = [:]
      sending = []
      epoch += 1
    }
    return pending.keys.sorted { $0.number < $1.number }
  }
}
