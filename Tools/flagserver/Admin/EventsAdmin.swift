import StrictJSON

/// Answers `GET /admin/events?since=SEQ&limit=N` and `?latest=N`.
struct EventsAdmin: Sendable {
  var events: EventLog

  private static let pageSize = 10_000

  /// The events after `since`, or the latest; `next` is the `since` of the following page.
  func list(_ request: Request) -> Response {
    do {
      return .json(bytes: Self.text(try page(request)))
    } catch {
      return error.response
    }
  }

  private func page(_ request: Request) throws(BodyError) -> (EventLog.Page, since: Int) {
    guard request.parameter("latest") != nil else {
      let since = try request.count("since", default: 0)
      let limit = try request.count("limit", default: Self.pageSize)
      return (events.page(after: since, limit: min(limit, Self.pageSize)), since)
    }
    let count = min(try request.count("latest", default: 0), Self.pageSize)
    // Events may come in between, so the last page is asked for rather than counted.
    let page = events.latest(count)
    return (page, page.received)
  }

  private static func text(_ result: (page: EventLog.Page, since: Int)) -> [UInt8] {
    let (page, since) = result
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
    return writer.bytes
  }
}
