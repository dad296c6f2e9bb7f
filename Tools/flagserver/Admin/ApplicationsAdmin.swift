import FlagRules
import StrictJSON

/// Answers `/admin/applications…`.
struct ApplicationsAdmin: Sendable {
  var flags: FlagsRepository

  /// All applications.
  func list() -> Response {
    .json(.object(["applications": .array(flags.snapshot.ruleset.document.applications.map(\.json))]))
  }

  /// Makes or changes the application `code`.
  func put(_ code: String, _ request: Request) -> Response {
    respond(for: "application") {
      let body = try BodyFields(json: request.body)
      try body.allow(["code", "featureFlags"])
      if let repeated = try body.string("code"), ByteString(repeated) != ByteString(code) {
        throw BodyError("code", "must be the code in the path")
      }
      let application = Application(code: code, hasFeatureFlags: try body.bool("featureFlags") ?? true)
      let isNew = try flags.put(application)
      return .json(application.json, status: isNew ? 201 : 200)
    }
  }
}
