import Locking

/// The change streams that are being read (L4).
final class UpdateStreams: Sendable {
  private struct State {
    var continuations: [Int: AsyncStream<FlagsUpdate>.Continuation] = [:]
    var lastNumber = 0
    var isFinished = false
  }

  /// How many updates wait for a slow reader; then its oldest is dropped.
  private static let bufferLimit = 256

  private let state = Locked(State())

  func make() -> AsyncStream<FlagsUpdate> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FlagsUpdate.self, bufferingPolicy: .bufferingNewest(Self.bufferLimit))
    let number: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      state.lastNumber += 1
      state.continuations[state.lastNumber] = continuation
      return state.lastNumber
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  /// Gives `update` to every reader; says how many had to drop an older one for it.
  func yield(_ update: FlagsUpdate) -> Int {
    let continuations = state.withLock { Array($0.continuations.values) }
    var drops = 0
    for continuation in continuations {
      if case .dropped = continuation.yield(update) { drops += 1 }
    }
    return drops
  }

  func finish() {
    let continuations = state.withLock { state in
      defer { state.continuations = [:] }
      state.isFinished = true
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
  }
}
