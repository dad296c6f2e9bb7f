import FlagRules
import StrictJSON

/// What can be done to a flag at the end of its path.
enum FlagAction: String, Sendable, Hashable, CaseIterable {
  case kill, revive, archive, restore

  func change(_ flag: inout FlagDefinition) {
    switch self {
    case .kill: flag.isKilled = true
    case .revive: flag.isKilled = false
    case .archive: flag.isArchived = true
    case .restore: flag.isArchived = false
    }
  }
}

/// Answers `/admin/flags…`.
struct FlagsAdmin: Sendable {
  var flags: FlagsRepository

  /// All flags, with the tag of each.
  func list() -> Response {
    let snapshot = flags.snapshot
    var tags = JSONWriter()
    tags.object { writer in
      for entry in snapshot.entries { writer.member(entry.key, entry.definition.tag) }
    }
    return .json(bytes: Array("{\"flags\":".utf8) + snapshot.flagsText + ",\"etags\":".utf8 + tags.bytes + "}".utf8)
  }

  /// Shows, puts or removes the flag `key`.
  func respond(to request: Request, key: String) -> Response {
    let precondition = Precondition(request)
    return flagserver.respond(for: "flag") {
      switch request.method {
      case "PUT":
        let (version, isNew) = try flags.put(Self.flag(key, request.body), precondition)
        return version.response(status: isNew ? 201 : 200)
      case "DELETE":
        try flags.remove(key, precondition)
        return .json(.object(["deleted": .string(key)]))
      default:
        guard let entry = flags.snapshot.entry(key) else { throw FlagsRepository.EditError.unknown }
        return entry.definition.response()
      }
    }
  }

  /// Kills, revives, archives or restores the flag `key`; doing it again changes nothing.
  func perform(_ action: FlagAction, on key: String, _ request: Request) -> Response {
    flagserver.respond(for: "flag") {
      try flags.perform(action, on: key, Precondition(request)).response()
    }
  }

  /// The flag that a body defines, which may but need not repeat its key.
  private static func flag(_ key: String, _ body: [UInt8]) throws -> FlagDefinition {
    var value = try JSONReader.value(of: body)
    if case .object(var object) = value, object["key"] == nil {
      object["key"] = .string(key)
      value = .object(object)
    }
    let flag = try FlagDefinition(json: value)
    guard ByteString(flag.key) == ByteString(key) else { throw BodyError("key", "must be the key in the path") }
    return flag
  }
}
