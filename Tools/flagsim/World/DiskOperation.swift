import FeatureFlags

/// A change to the store.
enum DiskOperation: Sendable, Hashable {
  case write(DiskRecord)
  case remove
  case setAside
  case writeSwitch(isStopped: Bool)
}

/// What the stored record says.
struct DiskRecord: Sendable, Hashable {
  var applicationCode: String
  var user: String
  var received: ClockReading
  var tag: String?
  var flags: [Flag]
}
