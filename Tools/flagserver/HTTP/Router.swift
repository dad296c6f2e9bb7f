import StrictJSON

/// From a request to its response, without sockets.
///
/// Called from any thread; nothing in here waits.
struct Router: Sendable {
  var gate: AdminGate
  var faults: Faults
  var evaluation: EvaluationHandler
  var clientMethods: ClientMethodHandler
  var flags: FlagsAdmin
  var events: EventsAdmin

  /// The response to `request`.
  func respond(to request: Request) -> Response {
    if let refusal = refusal(of: request) { return refusal }
    switch Route(path: request.path) {
    case .evaluate:
      return faulted(.evaluate) { evaluation.respond(to: request, resolvesSegments: $0) }
    case .clientMethod(let name):
      return faulted(name == "postEvent" ? .postEvent : .other) { _ in
        clientMethods.respond(to: request, method: name)
      }
    case .health: return .json(.object(["status": .string("ok")]))
    case .flags: return flags.list()
    case .flag(let key): return request.method == "PUT" ? flags.put(key, request.body) : flags.get(key)
    case .flagAction(let key, let action): return flags.perform(action, on: key)
    case .events: return events.list(request)
    case .faults: return FaultsAdmin(faults: faults).respond(to: request)
    case nil: return .envelope(404, "there is nothing at this path")
    }
  }

  /// The response to a request whose head alone is enough to refuse it; nil for one that needs its body read.
  func refusal(of request: Request) -> Response? {
    guard let route = Route(path: request.path) else { return .envelope(404, "there is nothing at this path") }
    let method = request.method == "HEAD" ? "GET" : request.method
    guard route.methods.contains(method) else {
      var response = Response.envelope(405, "this path takes \(route.methods.joined(separator: ", "))")
      response.headers.append(Header(name: "Allow", value: route.methods.joined(separator: ", ")))
      return response
    }
    return route.audience == .admin ? gate.refusal(of: request) : nil
  }

  /// How many bytes of body `request` may have.
  func bodyLimit(of request: Request) -> Int { Route(path: request.path)?.bodyLimit ?? 1 << 16 }

  /// The response of `handler`, or what the next fault makes of it; the handler is told whether to resolve segments.
  private func faulted(_ endpoint: Fault.Endpoint, _ handler: (Bool) -> Response) -> Response {
    guard let fault = faults.next(for: endpoint) else { return handler(true) }
    return fault.apply { handler(!fault.isPartial) }
  }
}
