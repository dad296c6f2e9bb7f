import FlagRules
import StrictJSON

/// Answers `GET /admin/devices?limit=N`.
struct DevicesAdmin: Sendable {
  var devices: DeviceRegistry

  /// How many devices are shown unless the request says otherwise, and at most.
  private static let standardLimit = 200
  private static let limit = 10_000

  /// The devices heard of last, newest first.
  func list(_ request: Request) -> Response {
    let limit: Int
    do {
      limit = try request.count("limit", default: Self.standardLimit)
    } catch {
      return error.response
    }
    let (newest, forgotten) = devices.newest(min(limit, Self.limit))
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("devices")
      writer.array { writer in
        for (id, device) in newest { Self.write(id, device, to: &writer) }
      }
      writer.member("forgotten", forgotten)
    }
    return .json(bytes: writer.bytes)
  }

  private static func write(_ id: DeviceRegistry.ID, _ device: Device, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("hwid", id.hardware.text)
      writer.member("application", id.application.text)
      writer.member("user_id", device.userID)
      writer.member("platform", device.platform)
      writer.member("app_version", device.appVersion)
      writer.member("language", device.language)
      writer.member("push_registered", device.isPushRegistered)
      writer.member("tags", .object(device.tags))
      writer.member("last_request", device.lastRequest)
      writer.member("requests", device.requests)
      writer.member("partial", device.answer?.outcomes.isPartial ?? false)
      writer.member("not_modified", device.answer?.isNotModified ?? false)
      writer.key("flags")
      writer.array { writer in
        guard let answer = device.answer else { return }
        for (entry, outcome) in zip(answer.flags, answer.outcomes.indices) where outcome >= 0 {
          let fragment = entry.fragments[Int(outcome)]
          writer.object { writer in
            writer.member("key", entry.key)
            writer.member("enabled", fragment.isEnabled)
            writer.member("rule_id", fragment.ruleID)
          }
        }
      }
    }
  }
}
