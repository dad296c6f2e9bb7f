/// Turns the stored flags into bytes and back (S1, S5).
///
/// A ``CheckedRecord``, so that a damaged one gives defaults and never wrong flags.
package enum RecordCoding {
  /// Why bytes are no record that can be used.
  package typealias Problem = CheckedRecord.Problem

  static let version: Int64 = 1
  private static let format = CheckedRecord.Format(name: "swift-feature-flags", version: version)
  private static let names = FlagListReader.FieldNames(
    key: "key", isEnabled: "enabled", ruleID: "rule", properties: "properties")

  /// The bytes of `flags`.
  package static func encode(_ flags: StoredFlags) -> [UInt8] {
    var body = JSONWriter()
    body.object { writer in
      writer.member("application", flags.identity.applicationCode)
      writer.member("user", flags.identity.userID)
      writer.key("received")
      writer.object { writer in
        writer.member("wall", flags.receivedAt.wall.nanoseconds)
        writer.member("uptime", flags.receivedAt.uptime.nanoseconds)
        if let bootID = flags.receivedAt.bootID { writer.member("boot", bootID) }
      }
      if let tag = flags.entityTag { writer.member("tag", tag) }
      writer.key("flags")
      writer.array { writer in
        for flag in flags.flags { write(flag, to: &writer) }
      }
    }
    return format.encode(body.bytes)
  }

  /// The flags in `bytes`.
  package static func decode(_ bytes: [UInt8]) throws(Problem) -> StoredFlags {
    let start = try format.bodyStart(in: bytes)
    do {
      return try decodeBody(of: bytes, from: start)
    } catch let error as JSONError {
      throw Problem(description: "is no JSON: \(error)")
    } catch let error as Problem {
      throw error
    } catch {
      throw Problem(description: "cannot be read")
    }
  }

  private static func decodeBody(of bytes: [UInt8], from start: Int) throws -> StoredFlags {
    // Deeper than any answer of ours may be nested, and yet no strain on a small thread's stack.
    var reader = try JSONReader(bytes, startingAt: start, limits: .init(depth: 256, bytes: .max))
    var application: String?
    var user: String?
    var receivedAt: ClockReading?
    var tag: String?
    var list: FlagListReader?
    try reader.readObject { (name, reader) throws(JSONError) in
      switch name {
      case "application": application = try reader.readString()
      case "user": user = try reader.readString()
      case "received": receivedAt = readTime(try reader.readObject())
      case "tag": tag = try reader.readString()
      case "flags":
        var flags = FlagListReader(names: names)
        try flags.readFlags(from: &reader)
        list = flags
      default: try reader.skipValue()
      }
    }
    try reader.finish()
    guard let application, let user, let receivedAt, let list, list.droppedFlags.isEmpty else {
      throw Problem(description: "lacks a field")
    }
    return StoredFlags(
      identity: Identity(applicationCode: application, userID: user), receivedAt: receivedAt, entityTag: tag,
      flags: list.flags)
  }

  private static func readTime(_ object: JSONObject) -> ClockReading? {
    guard case .integer(let wall)? = object["wall"], case .integer(let uptime)? = object["uptime"] else { return nil }
    let bootID: String? = if case .string(let id)? = object["boot"] { id } else { nil }
    return ClockReading(
      wall: WallTime(nanoseconds: wall), uptime: Uptime(nanoseconds: uptime), bootID: bootID)
  }

  private static func write(_ flag: Flag, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member(names.key, flag.key)
      writer.member(names.isEnabled, flag.isEnabled)
      writer.member(names.ruleID, flag.ruleID)
      writer.key(names.properties)
      flag.writeProperties(to: &writer)
    }
  }
}
