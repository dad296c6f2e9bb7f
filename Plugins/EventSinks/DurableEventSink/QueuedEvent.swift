import FeatureFlags
import StrictJSON

/// An event that waits, with what is known of its waiting.
struct QueuedEvent: Sendable, Hashable {
  /// The event, its delivery id among it.
  var event: Ports.Event
  /// When it was taken.
  var queuedAt: ClockReading
}

extension QueuedEvent {
  private static let format = CheckedRecord.Format(name: "swift-feature-flags-event", version: 1)

  /// The contents of its file.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("id", event.deliveryID ?? "")
      writer.member("name", event.name)
      writer.member("attributes", .object(event.attributes))
      writer.member("application", event.identity.applicationCode)
      writer.member("user", event.identity.userID)
      writer.member("device", event.deviceID)
      writer.member("time", event.time.nanoseconds)
      writer.key("queued")
      writer.object { writer in
        writer.member("wall", queuedAt.wall.nanoseconds)
        writer.member("uptime", queuedAt.uptime.nanoseconds)
        if let bootID = queuedAt.bootID { writer.member("boot", bootID) }
      }
    }
    return Self.format.encode(writer.bytes)
  }

  /// What a file holds; nil when it is damaged or something else.
  init?(bytes: [UInt8]) {
    guard let body = try? Self.format.body(of: bytes),
      case .object(let object)? = try? JSONReader.value(of: body, limits: .init(depth: 256, bytes: .max)),
      case .string(let id)? = object["id"], case .string(let name)? = object["name"],
      case .object(let attributes)? = object["attributes"], case .string(let application)? = object["application"],
      case .string(let user)? = object["user"], case .string(let device)? = object["device"],
      case .integer(let time)? = object["time"], case .object(let queued)? = object["queued"],
      case .integer(let wall)? = queued["wall"], case .integer(let uptime)? = queued["uptime"]
    else { return nil }
    event = Ports.Event(
      name: name, attributes: attributes, identity: Identity(applicationCode: application, userID: user),
      deviceID: device, time: WallTime(nanoseconds: time), deliveryID: id)
    let bootID: String? = if case .string(let id)? = queued["boot"] { id } else { nil }
    queuedAt = ClockReading(
      wall: WallTime(nanoseconds: wall), uptime: Uptime(nanoseconds: uptime), bootID: bootID)
  }
}
