import StrictJSON

extension LoggedEvent {
  /// How many bytes the attributes of one event may take.
  static let attributesLimit = 1 << 16

  /// How many bytes the id of a delivery may take.
  static let deliveryIDLimit = 128

  /// Reads the body of `postEvent`: `{"request":{"application":…,"hwid":…,"event":…,"attributes":{…},…}}`.
  init(json bytes: [UInt8], now: Int64) throws(BodyError) {
    guard let body = try BodyFields(json: bytes).fields("request") else { throw BodyError("request", "missing") }
    application = try body.text("application")
    device = try body.text("hwid")
    let user = try body.string("userId") ?? ""
    self.user = user.isEmpty ? device : user
    name = try body.text("event")
    time = min(try body.number("timestampUTC", in: 0...1e15).map { Int64($0) } ?? now, now)
    let attributes: BodyFields
    if let given = try body.fields("attributes") {
      attributes = given
    } else {
      attributes = try BodyFields(.object([:]), at: "request.attributes")
    }
    self.attributes = JSONWriter.bytes(of: .object(attributes.object))
    guard self.attributes.count <= Self.attributesLimit else {
      throw BodyError("request.attributes", "must not take more than \(Self.attributesLimit) bytes")
    }
    deliveryID = try body.string("eventId") ?? ""
    guard deliveryID.utf8.count <= Self.deliveryIDLimit else {
      throw BodyError(body.path("eventId"), "must not take more than \(Self.deliveryIDLimit) bytes")
    }
    if name == Impression.eventName { impression = try Impression(attributes) }
  }

  /// Finds out again what it says when it is an impression, which is not stored.
  mutating func restoreImpression() {
    guard name == Impression.eventName, let fields = try? BodyFields(json: attributes) else { return }
    impression = try? Impression(fields)
  }

  /// The event as `GET /admin/events` shows it, on its own.
  func text(sequence: Int) -> [UInt8] {
    var writer = JSONWriter()
    write(sequence: sequence, to: &writer)
    return writer.bytes
  }

  /// The event as `GET /admin/events` shows it.
  func write(sequence: Int, to writer: inout JSONWriter) {
    let attributes = (try? JSONReader.value(of: attributes)) ?? .object([:])
    writer.object { writer in
      writer.member("seq", Int64(sequence))
      writer.member("name", name)
      writer.member("attributes", attributes)
      writer.member("application", application)
      writer.member("user", user)
      writer.member("device", device)
      writer.member("time", time)
      if !deliveryID.isEmpty { writer.member("eventId", deliveryID) }
    }
  }
}

extension LoggedEvent.Impression {
  fileprivate init(_ attributes: BodyFields) throws(BodyError) {
    flagKey = try attributes.text("flag_key")
    // Empty for a killed flag (R5).
    guard let ruleID = try attributes.string("rule_id") else { throw BodyError(attributes.path("rule_id"), "missing") }
    guard let isEnabled = try attributes.bool("enabled") else { throw BodyError(attributes.path("enabled"), "missing") }
    self.ruleID = ruleID
    self.isEnabled = isEnabled
  }
}
