import FlagRules
import StrictJSON

/// What a client says of itself when it asks for flags; unknown fields are ignored.
struct EvaluationRequest: Sendable {
  var application: String
  var subject: Subject
  /// Nil when the client does not say.
  var isPushRegistered: Bool?

  init(json bytes: [UInt8]) throws(BodyError) {
    try self.init(BodyFields(json: bytes))
  }

  init(_ body: BodyFields) throws(BodyError) {
    application = try body.text("application")
    let device = try body.text("hwid")
    // The device's own id is its user's until there is one (C1).
    let user = try body.string("user_id") ?? ""
    isPushRegistered = try body.bool("push_registered")
    subject = Subject(
      userID: user.isEmpty ? device : user, deviceID: device, platform: try body.string("platform") ?? "",
      appVersion: try body.string("app_version") ?? "", language: try body.string("language") ?? "",
      isPushRegistered: isPushRegistered ?? false)
    _ = try body.string("sdk_version")
  }

  var device: DeviceRegistry.ID? { DeviceRegistry.ID(application: application, hardware: subject.deviceID) }

  var party: Response.Party {
    Response.Party(application: application, user: subject.userID, device: subject.deviceID)
  }
}
