import Dispatch
import FeatureFlags
import Locking
import PrivateFiles

/// Carries what waits on disk to the sink, one event after the other, as long as there is something to carry.
final class EventCourier: Sendable {
  /// How a round ended.
  private enum Ending: Sendable {
    /// Nothing waits.
    case done
    /// The sink or the disk failed, or another process is at work: try again later.
    case failed
  }

  private struct State: Sendable {
    var status = DurableEventSink.Status()
    var worker: Task<Void, Never>?
    /// True when something was queued after the worker last looked.
    var mustLook = false
    var isStopped = false
    /// The wait after a failure, while it lasts.
    var pause: Task<Void, Never>?
    /// Resumed at the end of the round that begins next, or is under way and has not begun to end.
    var flushes: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastFlush = 0
  }

  private let sink: any Ports.EventSink
  private let queue: EventQueue
  private let disk: DispatchQueue
  private let clock: any Ports.Clock
  private let configuration: DurableEventSink.Configuration
  private let state = Locked(State())

  init(
    sink: any Ports.EventSink, queue: EventQueue, disk: DispatchQueue, clock: any Ports.Clock,
    configuration: DurableEventSink.Configuration
  ) {
    self.sink = sink
    self.queue = queue
    self.disk = disk
    self.clock = clock
    self.configuration = configuration
  }

  var status: DurableEventSink.Status { state.withLock { $0.status } }

  func note(_ change: (inout DurableEventSink.Status) -> Void) {
    state.withLock { change(&$0.status) }
  }

  /// Has the disk looked at, unless the courier waits after a failure: then when that is over.
  func wake() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.mustLook = true
      guard state.worker == nil else { return }
      state.worker = Task { await self.work() }
    }
  }

  /// Has the disk looked at without a wait, and returns when that is over.
  func flush() async {
    let number = state.withLock { state in
      state.lastFlush += 1
      return state.lastFlush
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard !state.isStopped, !Task.isCancelled else { return true }
          state.flushes[number] = continuation
          return false
        }
        if isOver { return continuation.resume() }
        wake()
        state.withLock { $0.pause }?.cancel()
      }
    } onCancel: {
      state.withLock { $0.flushes.removeValue(forKey: number) }?.resume()
    }
  }

  func stop() {
    let (worker, flushes) = state.withLock { state in
      state.isStopped = true
      defer { state.flushes = [:] }
      return (state.worker, state.flushes)
    }
    worker?.cancel()
    for flush in flushes.values { flush.resume() }
  }

  // MARK: The worker

  private func work() async {
    var delay = Nanoseconds(configuration.retryDelay)
    while !Task.isCancelled {
      // Those who came before the round began get its result.
      let waiting = state.withLock { state in
        state.mustLook = false
        return Array(state.flushes.keys)
      }
      let deliveredBefore = status.delivered
      let ending = await round()
      let flushes = state.withLock { state in waiting.compactMap { state.flushes.removeValue(forKey: $0) } }
      for flush in flushes { flush.resume() }
      switch ending {
      case .done:
        if rest() { return }
      case .failed:
        // What went well so far shows that the far end is there.
        if status.delivered > deliveredBefore { delay = Nanoseconds(configuration.retryDelay) }
        await pause(delay)
        delay = min(Nanoseconds(2 * delay.count), Nanoseconds(configuration.maximumRetryDelay))
        continue
      }
      delay = Nanoseconds(configuration.retryDelay)
    }
  }

  /// True when there is nothing to do any more, and the worker is gone.
  private func rest() -> Bool {
    state.withLock { state in
      guard !state.mustLook, state.flushes.isEmpty else { return false }
      state.worker = nil
      return true
    }
  }

  /// Waits for `span`, or until somebody wants a flush.
  private func pause(_ span: Nanoseconds) async {
    let clock = clock
    let deadline = clock.uptime() + span
    let sleep = Task { _ = try? await clock.sleep(until: deadline) }
    state.withLock { state in
      state.pause = sleep
      if !state.flushes.isEmpty || state.isStopped { sleep.cancel() }
    }
    await withTaskCancellationHandler {
      await sleep.value
    } onCancel: {
      sleep.cancel()
    }
    state.withLock { $0.pause = nil }
  }

  /// Delivers all that waits, until something fails.
  private func round() async -> Ending {
    let queue = queue
    guard let lock = await onDisk({ () throws(FileError) in try queue.lockDelivery() }) else { return .failed }
    defer { lock?.release() }
    while !Task.isCancelled {
      guard let names = await onDisk({ () throws(FileError) in try queue.names() }) else { return .failed }
      note { $0.waiting = names.count }
      if names.isEmpty { return .done }
      // Somebody else delivers; whether they get through shows at the next look.
      if lock == nil { return .failed }
      for name in names {
        guard !Task.isCancelled, await carry(name) else { return .failed }
        note { $0.waiting = max($0.waiting - 1, 0) }
      }
    }
    return .failed
  }

  /// Delivers one event, or gets rid of it; false when that failed.
  private func carry(_ name: EventFileName) async -> Bool {
    let queue = queue
    let found = await onDisk { () throws(FileError) in
      var isSetAside = false
      let event = try queue.event(name) { isSetAside = true }
      return (event, isSetAside)
    }
    guard let (event, isSetAside) = found else { return false }
    if isSetAside { note { $0.setAside += 1 } }
    guard let event else { return true }
    let isExpired = queue.hasExpired(event, at: clock.now())
    if !isExpired {
      do throws(EventSinkError) {
        try await sink.deliver(event.event)
        note { $0.delivered += 1 }
      } catch {
        note { $0.failedAttempts += 1 }
        return false
      }
    }
    // If this fails, the event comes again: it is not forgotten before the disk has forgotten it.
    let isRemoved = await onDisk { () throws(FileError) in try queue.remove(name) } != nil
    if isExpired, isRemoved { note { $0.expired += 1 } }
    return isRemoved
  }

  private func onDisk<Value: Sendable>(_ body: @escaping @Sendable () throws(FileError) -> Value) async -> Value? {
    await disk.run { try? body() }
  }
}
