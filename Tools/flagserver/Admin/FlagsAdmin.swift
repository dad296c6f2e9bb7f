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

  /// All flags.
  func list() -> Response {
    .json(.object(["flags": .array(flags.snapshot.ruleset.document.flags.map(\.json))]))
  }

  /// One flag.
  func get(_ key: String) -> Response {
    flags.snapshot.ruleset.flag(key).map { .json($0.json) } ?? Self.unknownFlag
  }

  /// Makes or replaces the flag `key`, which the body may but need not repeat.
  func put(_ key: String, _ body: [UInt8]) -> Response {
    do {
      var value = try JSONReader.value(of: body)
      if case .object(var object) = value, object["key"] == nil {
        object["key"] = .string(key)
        value = .object(object)
      }
      let flag = try FlagDefinition(json: value)
      guard ByteString(flag.key) == ByteString(key) else {
        return BodyError("key", "must be the key in the path").response
      }
      let isNew = try flags.put(flag)
      return .json(flag.json, status: isNew ? 201 : 200)
    } catch let error as JSONError {
      return BodyError("", "the body is no valid JSON: \(error)").response
    } catch let error as DocumentError {
      return BodyError(error.path, error.message).response
    } catch {
      return Self.response(to: error)
    }
  }

  /// Kills, revives, archives or restores the flag `key`; doing it again changes nothing.
  func perform(_ action: FlagAction, on key: String) -> Response {
    do {
      return .json(try flags.change(key) { action.change(&$0) }.json)
    } catch {
      return Self.response(to: error)
    }
  }

  private static let unknownFlag = Response.envelope(404, "there is no such flag")

  private static func response(to error: any Error) -> Response {
    switch error as? FlagsRepository.EditError {
    case .invalid(let error): BodyError(error.path, error.message).response
    case .unknownFlag: unknownFlag
    case nil: .envelope(500, "\(error)")
    }
  }
}
