import Locking

/// Requests and deliveries: the effects that wait for the network.
extension Engine {
  func start(_ request: FlagsRequest) {
    let httpRequest: HTTPRequest
    do {
      httpRequest = try adapters.wireFormat.evaluationRequest(for: request.context, entityTag: request.entityTag)
    } catch {
      return send(.requestEnded(request.id, .failure(RequestFailure(error, wasSent: false))))
    }
    begin(.work)
    let task = Task {
      let result = await self.result(of: httpRequest)
      self.state.withLock { _ = $0.requests.removeValue(forKey: request.id) }
      self.send(.requestEnded(request.id, result))
      self.end(.work)
    }
    // By now it may have ended, or be of no use any more.
    let isCurrent = state.withLock { state in
      guard state.machine.isInFlight(request.id) else { return false }
      state.requests[request.id] = task
      return true
    }
    if !isCurrent { task.cancel() }
  }

  func result(of request: HTTPRequest) async -> Result<EvaluationAnswer, RequestFailure> {
    let response: HTTPResponse
    do {
      response = try await adapters.transport.send(request)
    } catch {
      return .failure(RequestFailure(FeatureFlagsError(error)))
    }
    do {
      return .success(try adapters.wireFormat.evaluation(from: response))
    } catch {
      let wait = response.headers.value(of: "Retry-After").flatMap {
        RetryAfter.wait($0, now: adapters.clock.now().wall)
      }
      return .failure(RequestFailure(error, retryAfter: wait))
    }
  }

  func deliver(_ impression: Impression) {
    begin(.work)
    deliveries.append(impression.event) { error in
      self.send(.deliveryEnded(impression.id, error))
      self.end(.work)
    }
  }
}
