import FlagRules
import StrictJSON

/// Answers `POST …/api/v1/feature-flags/evaluate`.
struct EvaluationHandler: Sendable {
  var flags: FlagsRepository
  var events: EventLog
  var devices: DeviceRegistry
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
    let device = devices.device(asked.device)
    if let device {
      subject.tags = device.tags
      subject.isPushRegistered = asked.isPushRegistered ?? device.isPushRegistered
    }
    subject.lastImpressions = events.lastImpressions(application: asked.application, user: subject.userID)
    let snapshot = flags.snapshot
    let time = now()
    let outcomes: Outcomes
    var reuse: Device.Reuse?
    if resolvesSegments, let known = device?.reusable(for: subject, snapshot) {
      outcomes = known.outcomes
      reuse = known.reuse
    } else {
      let circumstances = Circumstances(now: time, deadlineMilliseconds: resolvesSegments ? segmentDeadline : -1)
      guard let made = snapshot.ruleset.outcomes(application: asked.application, for: subject, in: circumstances)
      else { return .envelope(404, "unknown application") }
      outcomes = made
      // Only complete answers have a tag: a client does not store the others (S4).
      if resolvesSegments, !made.isPartial { reuse = Self.reuse(of: made, snapshot) }
    }
    snapshot.wereEvaluated(outcomes, at: time)
    let response = Self.response(outcomes, snapshot, reuse, ifNoneMatch: ifNoneMatch)
    devices.update(asked.device) { device in
      let isWhole = device.take(subject, isPushRegistered: asked.isPushRegistered) && subject.lastImpressions.isEmpty
      device.lastRequest = time
      device.requests += 1
      let shown = snapshot.shown
      var kept = outcomes
      kept.isPartial = response.isPartial
      let isShownWhole = kept.indices.count == shown.count
      if !isShownWhole { kept.indices = Array(kept.indices[..<shown.count]) }
      device.answer = Device.Answer(
        isNotModified: response.status == 304, flags: shown, outcomes: kept,
        reuse: isWhole && isShownWhole ? reuse : nil)
    }
    return response
  }

  /// The tag of a complete answer, and its size.
  private static func reuse(of outcomes: Outcomes, _ snapshot: FlagSnapshot) -> Device.Reuse {
    var digest = Digest()
    var size = 32
    snapshot.pieces.forEach(outcomes.indices) { piece in
      size += piece.text.count + 1
      digest.combine(piece.digest)
    }
    return Device.Reuse(snapshot: snapshot.evaluation, tag: digest.entityTag, size: size)
  }

  /// The answer; one without a tag is partial.
  private static func response(
    _ outcomes: Outcomes, _ snapshot: FlagSnapshot, _ complete: Device.Reuse?, ifNoneMatch: String?
  ) -> Response {
    guard let complete else {
      var response = Response.json(bytes: body(outcomes, snapshot, isPartial: true, size: 0))
      response.isPartial = true
      return response
    }
    let tag = Header(name: "ETag", value: complete.tag)
    if let ifNoneMatch, EntityTags(ifNoneMatch).contains(complete.tag, isWeakEnough: true) {
      return Response(status: 304, headers: [tag])
    }
    var response = Response.json(bytes: body(outcomes, snapshot, isPartial: false, size: complete.size))
    response.headers.append(tag)
    return response
  }

  private static func body(_ outcomes: Outcomes, _ snapshot: FlagSnapshot, isPartial: Bool, size: Int) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(size)
    body += "{\"flags\":[".utf8
    var isFirst = true
    snapshot.pieces.forEach(outcomes.indices) { piece in
      if !isFirst { body.append(UInt8(ascii: ",")) }
      isFirst = false
      body.append(contentsOf: piece.text)
    }
    body += "],\"partial\":\(isPartial)}".utf8
    return body
  }
}
