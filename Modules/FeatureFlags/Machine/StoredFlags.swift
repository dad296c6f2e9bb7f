/// The last complete answer: what the stored record holds (S1, S2).
package struct StoredFlags: Sendable, Hashable {
  /// Whom the flags were requested for.
  package var identity: Identity
  /// When the answer was received, or last confirmed by a 304.
  package var receivedAt: ClockReading
  /// The server's tag of this very answer; tag and flags are one record.
  package var entityTag: String?
  /// The flags.
  package var flags: [Flag]

  package init(identity: Identity, receivedAt: ClockReading, entityTag: String?, flags: [Flag]) {
    self.identity = identity
    self.receivedAt = receivedAt
    self.entityTag = entityTag
    self.flags = flags
  }

  /// The moment of this boot at which the flags cease to be valid (S1, S3).
  ///
  /// - Returns: nil when they are no longer valid at `now`, or were received in the future.
  package func expiry(at now: ClockReading) -> Uptime? {
    guard let age = now.age(of: receivedAt), age < Rule.lifetime else { return nil }
    return now.uptime + (Rule.lifetime - age)
  }
}
