import CCurl
import FeatureFlags
import Locking
import Synchronization

/// Where callers and the transport's thread meet: callers leave transfers here, the thread takes them.
///
/// The thread starts with the first transfer and ends with ``stop()``, or when libcurl cannot be loaded; then the next
/// transfer starts another one.
final class CurlLoop: Sendable {
  private enum Phase {
    case idle, running, stopped
  }

  /// Unchecked, because the pointer's only use is under the lock of `state`, and the one call made with it may come from
  /// any thread.
  private struct Waker: @unchecked Sendable {
    let multi: OpaquePointer
  }

  private struct State {
    var phase = Phase.idle
    var arrivals: [CurlTransfer] = []
    /// What to wake the thread through; there exactly while the thread runs its loop.
    var waker: Waker?
  }

  private let state = Locked(State())
  private let opened = Atomic<Int>(0)
  let configuration: CurlTransport.Configuration

  init(_ configuration: CurlTransport.Configuration) {
    self.configuration = configuration
  }

  /// How many connections have been opened so far.
  var connectionsOpened: Int { opened.load(ordering: .relaxed) }

  func countConnections(_ count: Int) { opened.add(count, ordering: .relaxed) }

  // MARK: Callers

  /// Hands `transfer` to the thread, which will finish it.
  func submit(_ transfer: CurlTransfer) {
    let phase = state.withLock { state in
      let phase = state.phase
      guard phase != .stopped else { return phase }
      state.phase = .running
      state.arrivals.append(transfer)
      wake(state)
      return phase
    }
    switch phase {
    case .running: break
    case .stopped: transfer.finish(.failure(.transportShutDown))
    case .idle: startThread()
    }
  }

  /// Makes the thread look for cancelled transfers.
  func wake() { state.withLock { wake($0) } }

  /// Ends the thread and with it all transfers, now and for good; does not wait for it.
  func stop() {
    state.withLock { state in
      // Without a thread there is nobody to wake, and nothing has arrived.
      state.phase = .stopped
      wake(state)
    }
  }

  /// Under the lock, so that the thread cannot free what is being woken; waking does not block.
  private func wake(_ state: State) {
    if let waker = state.waker { ff_curl_multi_wake(waker.multi) }
  }

  private func startThread() {
    let context = Unmanaged.passRetained(self)
    let started = ff_thread_start(
      "curl-transport",
      { context in
        guard let context else { return }
        CurlWorker.run(Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue())
      }, context.toOpaque())
    guard !started else { return }
    context.release()
    abandon(TransportError(.unavailable, "no thread can be started"))
  }

  // MARK: The thread

  /// Sets what to wake the thread through, nil before it is freed.
  func setMulti(_ multi: OpaquePointer?) {
    let waker = multi.map { Waker(multi: $0) }
    state.withLock { $0.waker = waker }
  }

  /// True when the thread is to end.
  var isStopped: Bool { state.withLock { $0.phase == .stopped } }

  /// What has arrived since the last call.
  func takeArrivals() -> [CurlTransfer] {
    state.withLock { state in
      defer { state.arrivals = [] }
      return state.arrivals
    }
  }

  /// Fails what has arrived, because the thread that should take it ends or could not start.
  func abandon(_ error: TransportError) {
    let arrivals = state.withLock { state in
      if state.phase == .running { state.phase = .idle }
      defer { state.arrivals = [] }
      return state.arrivals
    }
    for transfer in arrivals { transfer.finish(.failure(error)) }
  }
}
