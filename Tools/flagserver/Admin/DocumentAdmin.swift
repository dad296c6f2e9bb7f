import FlagRules
import StrictJSON

/// Answers `/admin/export` and `/admin/import`: the whole flags file.
struct DocumentAdmin: Sendable {
  var flags: FlagsRepository

  /// The flags file as it is now.
  func export() -> Response {
    var response = Response.json(bytes: flags.snapshot.documentText)
    response.headers.append(Header(name: "Content-Disposition", value: "attachment; filename=\"flags.json\""))
    return response
  }

  /// Replaces everything by the flags file in the body.
  func replace(_ request: Request) -> Response {
    respond(for: "document") {
      let document = try FlagsDocument(json: request.body)
      try flags.replace(with: document)
      return .json(
        .object([
          "applications": .integer(Int64(document.applications.count)),
          "segments": .integer(Int64(document.segments.count)), "flags": .integer(Int64(document.flags.count)),
        ]))
    }
  }
}
