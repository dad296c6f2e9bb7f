/// Turns the stored flags into bytes and back (S1, S5).
///
/// Two lines of JSON: a header with the format, its version and a checksum of the second line, then the record. Any cut
/// and any changed bit is noticed, so that a damaged record gives defaults and never wrong flags.
package enum RecordCoding {
  /// Why bytes are no record that can be used.
  package struct Problem: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  static let version: Int64 = 1
  private static let format = "swift-feature-flags"
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
    var header = JSONWriter()
    header.object { writer in
      writer.member("format", format)
      writer.member("version", version)
      writer.member("checksum", checksum(of: body.bytes[...]))
    }
    return header.bytes + [UInt8(ascii: "\n")] + body.bytes + [UInt8(ascii: "\n")]
  }

  /// The flags in `bytes`.
  package static func decode(_ bytes: [UInt8]) throws(Problem) -> StoredFlags {
    guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else { throw Problem(description: "has no header") }
    do {
      try checkHeader(Array(bytes[..<lineEnd]), body: bytes[(lineEnd + 1)...])
      return try decodeBody(Array(bytes[(lineEnd + 1)...]))
    } catch let error as JSONError {
      throw Problem(description: "is no JSON: \(error)")
    } catch let error as Problem {
      throw error
    } catch {
      throw Problem(description: "cannot be read")
    }
  }

  private static func checkHeader(_ bytes: [UInt8], body: ArraySlice<UInt8>) throws {
    guard case .object(let header) = try JSONReader.value(of: bytes), header["format"] == .string(format) else {
      throw Problem(description: "is no record of \(format)")
    }
    guard header["version"] == .integer(version) else { throw Problem(description: "is of an unknown version") }
    guard body.last == UInt8(ascii: "\n"), header["checksum"] == .string(checksum(of: body.dropLast())) else {
      throw Problem(description: "is damaged: its checksum does not fit")
    }
  }

  private static func decodeBody(_ bytes: [UInt8]) throws -> StoredFlags {
    // Deeper than any answer of ours may be nested, and yet no strain on a small thread's stack.
    var reader = try JSONReader(bytes, limits: .init(depth: 256, bytes: .max))
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
      writer.member(names.properties, .object(flag.properties))
    }
  }

  /// 64 bits over words of eight bytes, each step reversible, so that a change within one word is never missed.
  private static func checksum(of bytes: ArraySlice<UInt8>) -> String {
    let sum = bytes.withUnsafeBytes { bytes in
      var sum = 0xcbf2_9ce4_8422_2325 ^ UInt64(truncatingIfNeeded: bytes.count)
      func add(_ word: UInt64) {
        sum = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
        sum ^= sum >> 32
      }
      var offset = 0
      while offset + 8 <= bytes.count {
        add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset += 8
      }
      while offset < bytes.count {
        add(UInt64(bytes[offset]))
        offset += 1
      }
      return sum
    }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
