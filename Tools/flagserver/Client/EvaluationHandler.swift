import FlagRules
import StrictJSON

/// Answers `POST …/api/v1/feature-flags/evaluate`.
struct EvaluationHandler: Sendable {
  var flags: FlagsRepository
  var events: EventLog
  /// How long a segment may take, in milliseconds.
  var segmentDeadline: Int
  /// The time in Unix seconds.
  var now: @Sendable () -> Int64

  /// The flags for whom `request` is about.
  ///
  /// - Parameter resolvesSegments: false to leave out the flags that need a segment, and call the answer partial.
  func respond(to request: Request, resolvesSegments: Bool = true) -> Response {
    do {
      let asked = try EvaluationRequest(json: request.body)
      var response = answer(asked, ifNoneMatch: request.header("if-none-match"), resolvesSegments: resolvesSegments)
      response.party = asked.party
      return response
    } catch {
      return error.response
    }
  }

  private func answer(
    _ asked: EvaluationRequest, ifNoneMatch: String?, resolvesSegments: Bool
  ) -> Response {
    var subject = asked.subject
    subject.lastImpressions = events.lastImpressions(application: asked.application, user: subject.userID)
    let snapshot = flags.snapshot
    let circumstances = Circumstances(now: now(), deadlineMilliseconds: resolvesSegments ? segmentDeadline : -1)
    guard
      let result = snapshot.ruleset.evaluate(application: asked.application, for: subject, in: circumstances)
    else { return .envelope(404, "unknown application") }

    let fragments = result.decisions.map(snapshot.fragment)
    if result.isPartial || !resolvesSegments { return .json(bytes: Self.body(fragments, isPartial: true)) }
    // Only complete answers have a tag: a client does not store the others (S4).
    let tag = fragments.reduce(into: Digest()) { $0.combine($1.digest) }.entityTag
    let tagHeader = Header(name: "ETag", value: tag)
    if let ifNoneMatch, Self.matches(tag, ifNoneMatch) { return Response(status: 304, headers: [tagHeader]) }
    var response = Response.json(bytes: Self.body(fragments, isPartial: false))
    response.headers.append(tagHeader)
    return response
  }

  private static func body(_ fragments: [FlagSnapshot.Fragment], isPartial: Bool) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(fragments.reduce(32) { $0 + $1.bytes.count + 1 })
    body += "{\"flags\":[".utf8
    for (index, fragment) in fragments.enumerated() {
      if index > 0 { body.append(UInt8(ascii: ",")) }
      body += fragment.bytes
    }
    body += "],\"partial\":\(isPartial)}".utf8
    return body
  }

  /// True when `tag` is in the list of tags; weak ones count, as RFC 9110 has it for `If-None-Match`.
  private static func matches(_ tag: String, _ list: String) -> Bool {
    list.split(separator: ",").contains { candidate in
      var candidate = candidate.drop { $0 == " " || $0 == "\t" }
      if candidate.hasPrefix("W/") { candidate = candidate.dropFirst(2) }
      while let last = candidate.last, last == " " || last == "\t" { candidate.removeLast() }
      return candidate == "*" || candidate == tag
    }
  }
}
