import FlagRules
import StrictJSON

/// Answers `POST …/json/1.3/<method>`: keeps the events of `postEvent` and what devices say of themselves, and does
/// nothing for other methods.
struct ClientMethodHandler: Sendable {
  var flags: FlagsRepository
  var events: EventRecorder
  var devices: DeviceRegistry
  /// The time in Unix seconds.
  var now: @Sendable () -> Int64

  func respond(to request: Request, method: String) -> Response {
    do {
      switch method {
      case "postEvent": return try postEvent(request)
      case "setTags": return try update(request) { try $0.takeTags($1) }
      case "registerDevice":
        return try update(request) { device, fields in
          try device.takeAttributes(fields)
          device.isPushRegistered = try fields.string("push_token")?.isEmpty == false
        }
      case "unregisterDevice": return try update(request) { device, _ in device.isPushRegistered = false }
      case "registerUser", "applicationOpen": return try update(request) { try $0.takeAttributes($1) }
      default: return .success
      }
    } catch let error as BodyError {
      return error.response
    } catch {
      return .envelope(500, "\(error)")
    }
  }

  private func postEvent(_ request: Request) throws -> Response {
    let event = try LoggedEvent(json: request.body, now: now())
    guard flags.snapshot.ruleset.knows(application: event.application) else {
      return .envelope(404, "unknown application")
    }
    events.record(event)
    var response = Response.success
    response.party = .init(application: event.application, user: event.user, device: event.device)
    return response
  }

  /// Lets `take` bring a device up to date with the body.
  private func update(_ request: Request, _ take: (inout Device, BodyFields) throws -> Void) throws -> Response {
    guard let fields = try BodyFields(json: request.body).fields("request") else {
      throw BodyError("request", "missing")
    }
    let application = try fields.text("application")
    let hardware = try fields.text("hwid")
    let user = try fields.string("userId") ?? ""
    guard flags.snapshot.ruleset.knows(application: application) else { return .envelope(404, "unknown application") }
    let id = DeviceRegistry.ID(application: application, hardware: hardware)
    // On a copy first, so that what cannot be used changes nothing.
    var checked = devices.device(id) ?? Device()
    try take(&checked, fields)
    devices.update(id) { device in
      try? take(&device, fields)
      // What it was answered before may not hold any more.
      device.answer?.reuse = nil
      device.userID = Device.kept(user.isEmpty ? hardware : user)
      device.lastRequest = now()
    }
    var response = Response.success
    response.party = .init(application: application, user: user.isEmpty ? hardware : user, device: hardware)
    return response
  }
}

extension Device {
  /// Takes over the attributes that `fields` has.
  fileprivate mutating func takeAttributes(_ fields: BodyFields) throws(BodyError) {
    if let platform = try fields.string("platform") { self.platform = Self.kept(platform) }
    if let appVersion = try fields.string("app_version") { self.appVersion = Self.kept(appVersion) }
    if let language = try fields.string("language") { self.language = Self.kept(language) }
  }

  /// Sets the tags that `fields` has, and takes away those that are null.
  fileprivate mutating func takeTags(_ fields: BodyFields) throws(BodyError) {
    guard let given = try fields.fields("tags") else { throw BodyError(fields.path("tags"), "missing") }
    var tags = tags
    for (name, value) in given.object.members { tags[name] = value == .null ? nil : value }
    guard tags.count <= Self.tagLimit else {
      throw BodyError(fields.path("tags"), "a device must not have more than \(Self.tagLimit) tags")
    }
    guard JSONWriter.bytes(of: .object(tags)).count <= Self.tagBytesLimit else {
      throw BodyError(fields.path("tags"), "a device's tags must not take more than \(Self.tagBytesLimit) bytes")
    }
    self.tags = tags
  }
}
