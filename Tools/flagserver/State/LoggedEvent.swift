import StrictJSON

/// An event that a client posted.
struct LoggedEvent: Sendable, Hashable {
  var application: String
  var name: String
  /// An object, as JSON text.
  var attributes: [UInt8]
  var user: String
  var device: String
  /// When it happened, in Unix seconds, by the client's clock but never in the future.
  var time: Int64
  /// By what a repetition of the event is told from another one; empty when it is sent once at most.
  var deliveryID = ""
  /// What it says when it is an impression.
  var impression: Impression?

  /// The attributes of `PW_FeatureFlagImpression` (I1).
  struct Impression: Sendable, Hashable {
    static let eventName = "PW_FeatureFlagImpression"

    var flagKey: String
    var ruleID: String
    var isEnabled: Bool
  }

  /// About how much memory it takes.
  var size: Int {
    128 + application.utf8.count + name.utf8.count + attributes.count + user.utf8.count + device.utf8.count
      + deliveryID.utf8.count
      + (impression.map { $0.flagKey.utf8.count + $0.ruleID.utf8.count } ?? 0)
  }
}
