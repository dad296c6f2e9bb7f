import FlagRules

/// Answers `POST …/json/1.3/<method>`: keeps what `postEvent` brings, and does nothing for the others.
struct ClientMethodHandler: Sendable {
  var flags: FlagsRepository
  var events: EventLog
  /// The time in Unix seconds.
  var now: @Sendable () -> Int64

  func respond(to request: Request, method: String) -> Response {
    method == "postEvent" ? postEvent(request) : .success
  }

  private func postEvent(_ request: Request) -> Response {
    do {
      let event = try LoggedEvent(json: request.body, now: now())
      guard flags.snapshot.ruleset.knows(application: event.application) else {
        return .envelope(404, "unknown application")
      }
      events.append(event)
      var response = Response.success
      response.party = .init(application: event.application, user: event.user, device: event.device)
      return response
    } catch {
      return error.response
    }
  }
}
