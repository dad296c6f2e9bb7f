/// The flags in memory: the record of the last complete answer, and what partial answers laid over it (S1, S4).
struct HeldFlags: Sendable {
  /// The last complete answer, whoever it was for; nil when there is none or it has expired.
  private(set) var record: StoredFlags?

  /// When `record` expires.
  private var recordExpiry = Uptime(nanoseconds: .min)

  /// Flags of partial answers for the identity of now, each with its own expiry.
  private var overlay: [ByteString: FlagSnapshot.Entry] = [:]

  /// The time of receipt that the store holds of `record`; nil when it must be written.
  var receivedAtOnDisk: Uptime?

  /// Takes the record of an earlier run.
  init(record: StoredFlags?, at now: ClockReading) {
    guard let record, let expiry = record.expiry(at: now) else { return }
    self.record = record
    recordExpiry = expiry
    receivedAtOnDisk = expiry - Rule.lifetime
  }

  /// The record, if it is valid for `identity` at `now` (S1, S2).
  func validRecord(for identity: Identity, at now: Uptime) -> StoredFlags? {
    guard let record, record.identity == identity, now < recordExpiry else { return nil }
    return record
  }

  /// When the record expires; nil when there is none.
  var expiry: Uptime? { record == nil ? nil : recordExpiry }

  /// When the next flag ceases to be readable.
  var nextExpiry: Uptime? {
    overlay.values.reduce(expiry) { first, entry in min(first ?? entry.expiry, entry.expiry) }
  }

  /// What `identity` can read.
  func snapshot(for identity: Identity) -> FlagSnapshot {
    var entries: [FlagSnapshot.Entry] = Array(overlay.values)
    if let record, record.identity == identity {
      for flag in record.flags where overlay.isEmpty || overlay[ByteString(flag.key)] == nil {
        entries.append(FlagSnapshot.Entry(flag: flag, expiry: recordExpiry))
      }
    }
    return entries.isEmpty ? .empty : FlagSnapshot(entries)
  }

  /// Takes a complete answer, which ends every overlay; says whether it must be written.
  mutating func replace(with record: StoredFlags) -> Bool {
    let isSame =
      self.record?.identity == record.identity && self.record?.flags == record.flags
      && self.record?.entityTag == record.entityTag
    self.record = record
    recordExpiry = record.receivedAt.uptime + Rule.lifetime
    overlay = [:]
    guard isSame, let receivedAtOnDisk else { return true }
    return record.receivedAt.uptime.since(receivedAtOnDisk) >= Rule.renewalLag
  }

  /// Lays a partial answer over what is readable (S4).
  mutating func overlay(_ flags: [Flag], receivedAt: Uptime) {
    for flag in flags {
      overlay[ByteString(flag.key)] = FlagSnapshot.Entry(flag: flag, expiry: receivedAt + Rule.lifetime)
    }
  }

  /// Forgets what `identity` had; says whether that included the record.
  mutating func discard(_ identity: Identity) -> Bool {
    overlay = [:]
    guard record?.identity == identity else { return false }
    record = nil
    receivedAtOnDisk = nil
    return true
  }

  /// Forgets what has expired, so that it does not sit in memory; says whether anything had.
  mutating func expire(at now: Uptime) -> Bool {
    let count = overlay.count
    overlay = overlay.filter { now < $0.value.expiry }
    guard record != nil, now >= recordExpiry else { return overlay.count != count }
    record = nil
    receivedAtOnDisk = nil
    return true
  }
}
