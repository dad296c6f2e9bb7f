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
    let device = asked.device
    if let known = devices.device(device) {
      subject.tags = known.tags
      subject.isPushRegistered = asked.isPushRegistered ?? known.isPushRegistered
    }
    subject.lastImpressions = events.lastImpressions(application: asked.application, user: subject.userID)
    let snapshot = flags.snapshot
    let time = now()
    let circumstances = Circumstances(now: time, deadlineMilliseconds: resolvesSegments ? segmentDeadline : -1)
    guard
      let outcomes = snapshot.ruleset.outcomes(application: asked.application, for: subject, in: circumstances)
    else { return .envelope(404, "unknown application") }

    var (response, isNotModified) = Self.response(
      outcomes, snapshot, isPartial: outcomes.isPartial || !resolvesSegments, ifNoneMatch: ifNoneMatch, time: time)
    response.isPartial = outcomes.isPartial || !resolvesSegments
    devices.update(device) { device in
      device.userID = Device.kept(subject.userID)
      device.platform = Device.kept(subject.platform)
      device.appVersion = Device.kept(subject.appVersion)
      device.language = Device.kept(subject.language)
      device.isPushRegistered = subject.isPushRegistered
      device.lastRequest = time
      device.requests += 1
      device.answer = Device.Answer(
        isPartial: response.isPartial, isNotModified: isNotModified, flags: snapshot.shown,
        outcomes: outcomes.indices.count > snapshot.shown.count
          ? ArraySlice(Array(outcomes.indices[..<snapshot.shown.count])) : outcomes.indices[...])
    }
    return response
  }

  private static func response(
    _ outcomes: Outcomes, _ snapshot: FlagSnapshot, isPartial: Bool, ifNoneMatch: String?, time: Int64
  ) -> (Response, isNotModified: Bool) {
    var digest = Digest()
    var size = 32
    for (index, outcome) in outcomes.indices.enumerated() where outcome >= 0 {
      let entry = snapshot.entries[index]
      entry.wasEvaluated(at: time)
      size += entry.fragments[Int(outcome)].bytes.count + 1
      if !isPartial { digest.combine(entry.fragments[Int(outcome)].digest) }
    }
    // Only complete answers have a tag: a client does not store the others (S4).
    var tag: Header?
    if !isPartial {
      let text = digest.entityTag
      tag = Header(name: "ETag", value: text)
      if let ifNoneMatch, EntityTags(ifNoneMatch).contains(text, isWeakEnough: true) {
        return (Response(status: 304, headers: [Header(name: "ETag", value: text)]), true)
      }
    }
    var response = Response.json(bytes: body(outcomes, snapshot, isPartial: isPartial, size: size))
    if let tag { response.headers.append(tag) }
    return (response, false)
  }

  private static func body(_ outcomes: Outcomes, _ snapshot: FlagSnapshot, isPartial: Bool, size: Int) -> [UInt8] {
    var body: [UInt8] = []
    body.reserveCapacity(size)
    body += "{\"flags\":[".utf8
    var isFirst = true
    for (index, outcome) in outcomes.indices.enumerated() where outcome >= 0 {
      if !isFirst { body.append(UInt8(ascii: ",")) }
      isFirst = false
      body += snapshot.entries[index].fragments[Int(outcome)].bytes
    }
    body += "],\"partial\":\(isPartial)}".utf8
    return body
  }
}
