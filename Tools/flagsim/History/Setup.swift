/// What a history starts with and never changes.
struct Setup: Sendable, Hashable {
  /// Whether the whole client runs, or the machine alone.
  var usesClient = false
  var isAppExtension = false
  var isThrottlingDisabled = false
  var isStoppedInitially = false
  /// False on a system whose clock has no boot id: then age across processes is told by the wall clock (S3).
  var hasBootID = true
  var jitterSeed: UInt64 = 1
}

extension Setup: CustomStringConvertible {
  var description: String {
    var words = [usesClient ? "client" : "machine"]
    if isAppExtension { words.append("app extension") }
    if isThrottlingDisabled { words.append("no throttle") }
    if isStoppedInitially { words.append("stopped initially") }
    if !hasBootID { words.append("no boot id") }
    return words.joined(separator: ", ")
  }
}
