import Locking

/// Hands impressions to the sink one by one, in the order of their calls (I1).
final class DeliveryLine: Sendable {
  private struct State {
    var waiting: [Item] = []
    var worker: Task<Void, Never>?
    /// Counts the workers, so that one that was given up takes nothing from the queue of the next.
    var generation = 0
  }

  private struct Item {
    let event: Ports.Event
    let didEnd: @Sendable (EventSinkError?) -> Void
  }

  private let sink: any Ports.EventSink
  private let state = Locked(State())

  init(sink: any Ports.EventSink) {
    self.sink = sink
  }

  /// Delivers `event` when its turn has come; `didEnd` is called exactly once, also when it is given up.
  func append(_ event: Ports.Event, didEnd: @escaping @Sendable (EventSinkError?) -> Void) {
    state.withLock { state in
      state.waiting.append(Item(event: event, didEnd: didEnd))
      guard state.worker == nil else { return }
      let generation = state.generation
      state.worker = Task { await self.work(generation) }
    }
  }

  func cancelAll() {
    let (worker, waiting) = state.withLock { state in
      defer {
        state.worker = nil
        state.waiting = []
        state.generation += 1
      }
      return (state.worker, state.waiting)
    }
    worker?.cancel()
    for item in waiting { item.didEnd(EventSinkError("given up")) }
  }

  private func work(_ generation: Int) async {
    while let item = next(generation) {
      do {
        try await sink.deliver(item.event)
        item.didEnd(nil)
      } catch {
        item.didEnd(error)
      }
    }
  }

  private func next(_ generation: Int) -> Item? {
    state.withLock { state in
      guard generation == state.generation else { return nil }
      guard !state.waiting.isEmpty else {
        state.worker = nil
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
