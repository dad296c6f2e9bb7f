import FlagRules
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
    var isNotModified: Bool
    /// The flags as they were then, as far as they are shown.
    var flags: [FlagEntry]
    /// The outcome of each of them.
    var outcomes: Outcomes
    /// What makes it the answer to the same question again; nil when it depends on more than the question.
    var reuse: Reuse?
  }

  /// When an answer holds still.
  struct Reuse: Sendable {
    /// The snapshot that it was made from.
    var snapshot: FlagSnapshot.Evaluation
    var tag: String
    /// How many bytes it has.
    var size: Int
  }

  /// What this device would be answered again if it asked `subject` of `snapshot`; nil when that has to be worked out.
  ///
  /// Devices ask the same again and again: nothing about them has changed, and no flag has.
  func reusable(for subject: Subject, _ snapshot: FlagSnapshot) -> (outcomes: Outcomes, reuse: Reuse)? {
    guard let answer, let reuse = answer.reuse, reuse.snapshot === snapshot.evaluation,
      subject.lastImpressions.isEmpty, ByteString(userID) == ByteString(subject.userID),
      ByteString(platform) == ByteString(subject.platform), ByteString(appVersion) == ByteString(subject.appVersion),
      ByteString(language) == ByteString(subject.language), isPushRegistered == subject.isPushRegistered
    else { return nil }
    return (answer.outcomes, reuse)
  }

  /// Takes over what the device says of itself.
  ///
  /// False when the device is not `subject` all the same: some of it is too long to be kept, or something else has
  /// changed the device meanwhile.
  mutating func take(_ subject: Subject, isPushRegistered: Bool?) -> Bool {
    userID = Self.kept(subject.userID)
    platform = Self.kept(subject.platform)
    appVersion = Self.kept(subject.appVersion)
    language = Self.kept(subject.language)
    if let isPushRegistered { self.isPushRegistered = isPushRegistered }
    return Self.isKept(subject.userID) && Self.isKept(subject.platform) && Self.isKept(subject.appVersion)
      && Self.isKept(subject.language) && tags == subject.tags && self.isPushRegistered == subject.isPushRegistered
  }

  /// `text`, or nothing when it is too long to be kept.
  static func kept(_ text: String) -> String { isKept(text) ? text : "" }

  private static func isKept(_ text: String) -> Bool { text.utf8.count <= textLimit }
}
