import FeatureFlags

/// What can be read, and why not.
extension Model {
  static let lifetime = 24 * Span.hour

  /// R1: the flags that reads must give, sorted by the bytes of their keys.
  func readable() -> [Flag] {
    var flags = overlay.filter { uptime < $0.expiry }.map(\.flag)
    if let record = validRecord {
      for flag in record.flags where !overlay.contains(where: { Self.areEqual($0.flag.key, flag.key) }) {
        flags.append(flag)
      }
    }
    return flags.sorted { Self.isBefore($0.key, $1.key) }
  }

  /// S1, S2: the stored flags, if they are this user's and less than 24 hours old.
  var validRecord: Record? {
    guard let record, record.user == user, uptime < record.expiry else { return nil }
    return record
  }

  static func areEqual(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

  static func isBefore(_ left: String, _ right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }

  /// L1: the keys under which two lists of flags differ.
  static func changedKeys(_ old: [Flag], _ new: [Flag]) -> [String] {
    var keys: [String] = []
    for flag in old where new.first(where: { areEqual($0.key, flag.key) }) != flag { keys.append(flag.key) }
    for flag in new where !old.contains(where: { areEqual($0.key, flag.key) }) { keys.append(flag.key) }
    return keys.sorted(by: isBefore)
  }

  /// S3: how old something is that was received at `earlier`; nil when that lies in the future.
  func age(of earlier: ClockReading) -> Int64? {
    let isSameBoot = now.bootID != nil && now.bootID == earlier.bootID
    let age =
      isSameBoot ? uptime - earlier.uptime.nanoseconds : wall - earlier.wall.nanoseconds
    return age < 0 ? nil : age
  }
}
