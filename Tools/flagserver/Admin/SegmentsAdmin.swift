import FlagRules
import StrictJSON

/// Answers `/admin/segments…`.
struct SegmentsAdmin: Sendable {
  var flags: FlagsRepository

  /// Shows or replaces all segments.
  func respond(to request: Request) -> Response {
    guard request.method == "PUT" else { return list() }
    return flagserver.respond(for: "segment") {
      let body = try BodyFields(json: request.body)
      try body.allow(["segments"])
      guard body.object["segments"] != nil else { throw BodyError("segments", "missing") }
      try flags.replaceSegments(with: FlagsDocument(json: request.body).segments)
      return list()
    }
  }

  /// Shows, puts or removes the segment `name`.
  func respond(to request: Request, name: String) -> Response {
    let precondition = Precondition(request)
    return flagserver.respond(for: "segment") {
      switch request.method {
      case "PUT":
        let segment = try Segment(name: name, json: JSONReader.value(of: request.body))
        let (revision, isNew) = try flags.put(segment, precondition)
        return revision.response(status: isNew ? 201 : 200)
      case "DELETE":
        try flags.removeSegment(name, precondition)
        return .json(.object(["deleted": .string(name)]))
      default:
        let document = flags.snapshot.ruleset.document
        guard let index = document.segmentIndex(name) else { throw FlagsRepository.EditError.unknown }
        return Revision(document.segments[index].json).response()
      }
    }
  }

  private func list() -> Response {
    let document = flags.snapshot.ruleset.document
    var tags = JSONObject()
    for segment in document.segments { tags[segment.name] = .string(Revision(segment.json).tag) }
    return .json(.object(["segments": document.segmentsJSON, "etags": .object(tags)]))
  }
}
