import StrictJSON

/// Answers `GET /admin/events?since=SEQ&limit=N`.
struct EventsAdmin: Sendable {
  var events: EventLog

  private static let pageSize = 10_000

  /// The events after `since`; `next` is the `since` of the following page.
  func list(_ request: Request) -> Response {
    guard let since = Self.number(request, "since", default: 0) else {
      return BodyError("since", "must be a whole number from 0 up").response
    }
    guard let limit = Self.number(request, "limit", default: Self.pageSize) else {
      return BodyError("limit", "must be a whole number from 0 up").response
    }
    let page = events.page(after: since, limit: min(limit, Self.pageSize))
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("events")
      writer.array { writer in
        for (sequence, event) in page.events { event.write(sequence: sequence, to: &writer) }
      }
      writer.member("next", Int64(page.events.last?.sequence ?? min(since, page.received)))
      writer.member("more", page.hasMore)
      writer.member("received", Int64(page.received))
      writer.member("dropped", Int64(page.dropped))
    }
    return .json(bytes: writer.bytes)
  }

  private static func number(_ request: Request, _ name: String, default standard: Int) -> Int? {
    guard request.query != nil, let text = request.parameter(name) else { return standard }
    return Int(text).flatMap { $0 >= 0 ? $0 : nil }
  }
}
