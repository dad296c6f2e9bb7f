import StrictJSON

/// From a request to its response, without sockets.
///
/// Called from any thread; nothing in here waits, except an edit for the disk.
final class Router: Sendable {
  let gate: AdminGate
  let state: ServerState
  let evaluation: EvaluationHandler
  let clientMethods: ClientMethodHandler
  private let panel = PanelAssets()

  init(gate: AdminGate, state: ServerState, segmentDeadline: Int) {
    self.gate = gate
    self.state = state
    evaluation = EvaluationHandler(
      flags: state.flags, events: state.events.log, devices: state.devices, segmentDeadline: segmentDeadline,
      now: state.now)
    clientMethods = ClientMethodHandler(
      flags: state.flags, events: state.events, devices: state.devices, now: state.now)
  }

  /// The response to `request`.
  func respond(to request: Request) -> Response {
    if let refusal = refusal(of: request) { return refusal }
    switch request.route {
    case .evaluate:
      return faulted(.evaluate) { evaluation.respond(to: request, resolvesSegments: $0) }
    case .clientMethod(let name):
      return faulted(name == "postEvent" ? .postEvent : .other) { _ in
        clientMethods.respond(to: request, method: name)
      }
    case .health: return Self.health
    case .metrics:
      return MetricsPage(
        flags: state.flags, events: state.events, devices: state.devices, requests: state.metrics
      ).show()
    case .panel: return panel.respond(to: request)
    case nil: return Self.nothing
    case let route?: return administer(request, route)
    }
  }

  private func administer(_ request: Request, _ route: Route) -> Response {
    let flags = FlagsAdmin(flags: state.flags)
    switch route {
    case .flags: return flags.list()
    case .flag(let key): return flags.respond(to: request, key: key)
    case .flagAction(let key, let action): return flags.perform(action, on: key, request)
    case .segments: return SegmentsAdmin(flags: state.flags).respond(to: request)
    case .segment(let name): return SegmentsAdmin(flags: state.flags).respond(to: request, name: name)
    case .applications: return ApplicationsAdmin(flags: state.flags).list()
    case .application(let code): return ApplicationsAdmin(flags: state.flags).put(code, request)
    case .events: return EventsAdmin(events: state.events.log).list(request)
    case .stats:
      return StatsAdmin(
        flags: state.flags, events: state.events, devices: state.devices, requests: state.requests, now: state.now
      ).show()
    case .devices: return DevicesAdmin(devices: state.devices).list(request)
    case .evaluation:
      return EvaluationAdmin(
        flags: state.flags, events: state.events.log, devices: state.devices,
        segmentDeadline: evaluation.segmentDeadline, now: state.now
      ).respond(to: request)
    case .export: return DocumentAdmin(flags: state.flags).export()
    case .import: return DocumentAdmin(flags: state.flags).replace(request)
    case .stream: return stream()
    case .faults: return FaultsAdmin(faults: state.faults).respond(to: request)
    case .evaluate, .clientMethod, .health, .metrics, .panel: return Self.nothing
    }
  }

  /// The response to a request whose head alone is enough to refuse it; nil for one that needs its body read.
  func refusal(of request: Request) -> Response? {
    guard let route = request.route else { return Self.nothing }
    let method = request.method == "HEAD" ? "GET" : request.method
    guard route.methods.contains(method) else {
      var response = Response.envelope(405, "this path takes \(route.methods.joined(separator: ", "))")
      response.headers.append(Header(name: "Allow", value: route.methods.joined(separator: ", ")))
      return response
    }
    return gate.refusal(of: request, for: route.audience)
  }

  /// How many bytes of body `request` may have.
  func bodyLimit(of request: Request) -> Int { request.route?.bodyLimit ?? 1 << 16 }

  /// Takes down a request that is over.
  func finish(_ request: Request, _ entry: RequestLog.Entry) {
    state.metrics.record(
      .init(endpoint: request.route?.endpoint ?? "none", status: entry.status), microseconds: entry.microseconds)
    state.hub.publish("request") { entry.json }
  }

  private func stream() -> Response {
    guard state.hub.hasRoom else {
      return .envelope(503, "there are \(state.hub.limits.readers) readers already")
    }
    var response = Response(status: 200, headers: [Header(name: "Content-Type", value: "text/event-stream")])
    response.isStream = true
    return response
  }

  private static let health = Response.json(.object(["status": .string("ok")]))
  private static let nothing = Response.envelope(404, "there is nothing at this path")

  /// The response of `handler`, or what the next fault makes of it; the handler is told whether to resolve segments.
  private func faulted(_ endpoint: Fault.Endpoint, _ handler: (Bool) -> Response) -> Response {
    let response =
      if let fault = state.faults.next(for: endpoint) {
        fault.apply { handler(!fault.isPartial) }
      } else {
        handler(true)
      }
    state.requests.count(endpoint, response)
    return response
  }
}
