import StrictJSON

/// A condition that has been checked, with names resolved and operands parsed.
indirect enum CompiledCondition: Sendable {
  case all([CompiledCondition])
  case any([CompiledCondition])
  case not(CompiledCondition)
  case attribute(AttributeName, AttributeMatcher)
  case segment(Int)
  case sawFlag(ByteString)
}

/// A segment that has been checked.
struct CompiledSegment: Sendable {
  var condition: CompiledCondition
  var latencyMilliseconds: Int
  /// How many levels of conditions it has, those of the segments that it needs counted through.
  var height: Int
}

/// Which of a subject's attributes a test looks at.
enum AttributeName: Sendable {
  case userID, deviceID, platform, appVersion, language, isPushRegistered
  case tag(String)

  init(_ name: String) {
    switch name {
    case "user_id": self = .userID
    case "hwid": self = .deviceID
    case "platform": self = .platform
    case "app_version": self = .appVersion
    case "language": self = .language
    case "push_registered": self = .isPushRegistered
    default: self = .tag(name)
    }
  }

  /// The attribute's value; nil when it is unknown, which clients spell as an empty string.
  func value(in subject: Subject) -> JSONValue? {
    switch self {
    case .userID: Self.known(subject.userID)
    case .deviceID: Self.known(subject.deviceID)
    case .platform: Self.known(subject.platform)
    case .appVersion: Self.known(subject.appVersion)
    case .language: Self.known(subject.language)
    case .isPushRegistered: .bool(subject.isPushRegistered)
    case .tag(let name): subject.tags[name].flatMap { $0 == .null ? nil : $0 }
    }
  }

  private static func known(_ text: String) -> JSONValue? { text.isEmpty ? nil : .string(text) }
}
