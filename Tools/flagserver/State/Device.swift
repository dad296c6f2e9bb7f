import StrictJSON

/// What is known of a device, from what it said of itself and what it was answered.
struct Device: Sendable {
  /// The most bytes of any text that is kept; longer ones count as unknown.
  static let textLimit = 256
  /// The most tags of a device, and the most bytes of them as JSON.
  static let tagLimit = 100
  static let tagBytesLimit = 4_096

  var userID = ""
  var platform = ""
  var appVersion = ""
  var language = ""
  var isPushRegistered = false
  var tags = JSONObject()
  /// Unix seconds.
  var lastRequest: Int64 = 0
  /// How many times it asked for flags.
  var requests: Int64 = 0
  /// What it was answered last.
  var answer: Answer?

  /// An answer to a device: small, and shared where it can be.
  struct Answer: Sendable {
    var isPartial: Bool
    var isNotModified: Bool
    /// The flags as they were then.
    var flags: [FlagEntry]
    /// The outcome of each of them, as in `Outcomes`.
    var outcomes: ArraySlice<Int32>
  }

  /// `text`, or nothing when it is too long to be kept.
  static func kept(_ text: String) -> String { text.utf8.count <= textLimit ? text : "" }
}
