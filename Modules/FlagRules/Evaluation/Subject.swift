public import StrictJSON

/// The user and device that flags are evaluated for, with all that conditions may look at.
public struct Subject: Sendable, Hashable {
  /// The user; rollouts go by it.
  public var userID: String

  /// The device.
  public var deviceID: String

  /// The platform, such as `linux`; empty when unknown.
  public var platform: String

  /// The version of the app; empty when unknown.
  public var appVersion: String

  /// The language of the user; empty when unknown.
  public var language: String

  /// True once the device has registered for push.
  public var isPushRegistered: Bool

  /// The device's tags; a tag named like one of the above is not reachable.
  public var tags: JSONObject

  /// When this user last had an impression of each flag, in Unix seconds.
  public var lastImpressions: [ByteString: Int64]

  /// A subject with the given attributes.
  public init(
    userID: String, deviceID: String, platform: String = "", appVersion: String = "", language: String = "",
    isPushRegistered: Bool = false, tags: JSONObject = [:], lastImpressions: [ByteString: Int64] = [:]
  ) {
    self.userID = userID
    self.deviceID = deviceID
    self.platform = platform
    self.appVersion = appVersion
    self.language = language
    self.isPushRegistered = isPushRegistered
    self.tags = tags
    self.lastImpressions = lastImpressions
  }
}
