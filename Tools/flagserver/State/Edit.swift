import FlagRules
import StrictJSON

/// One change of the flags document, as it is saved and announced.
enum Edit: Sendable {
  case flag(FlagDefinition, action: String)
  case flagRemoved(String)
  case segment(Segment)
  case segmentRemoved(String)
  case segments([Segment])
  case application(Application)
  /// All of it is another.
  case document(FlagsDocument)

  /// The data of the `edit` event of `/admin/stream`.
  var noticeText: [UInt8] { JSONWriter.bytes(of: .object(notice)) }

  private var notice: JSONObject {
    func notice(_ kind: JSONValue, _ name: String?, _ action: String) -> JSONObject {
      var object: JSONObject = ["kind": kind]
      object["name"] = name.map { .string($0) }
      object["action"] = .string(action)
      return object
    }
    return switch self {
    case .flag(let flag, let action): notice("flag", flag.key, action)
    case .flagRemoved(let key): notice("flag", key, "delete")
    case .segment(let segment): notice("segment", segment.name, "put")
    case .segmentRemoved(let name): notice("segment", name, "delete")
    case .segments: notice("segment", nil, "put")
    case .application(let application): notice("application", application.code, "put")
    case .document: notice("all", nil, "import")
    }
  }
}
