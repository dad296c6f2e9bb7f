import Locking

/// How many requests there were and how long they took, for `/metrics`.
final class RequestMetrics: Sendable {
  /// What requests are told apart by.
  struct Key: Sendable, Hashable {
    var endpoint: String
    /// nil when no answer was sent.
    var status: Int?
  }

  /// The durations of the requests to one endpoint.
  struct Histogram: Sendable {
    /// The upper bounds of the buckets, in seconds.
    static let bounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

    /// By bucket, each without those before it; the last has no bound.
    var counts = [Int64](repeating: 0, count: bounds.count + 1)
    var microseconds: Int64 = 0

    mutating func add(_ microseconds: Int64) {
      let seconds = Double(microseconds) / 1e6
      counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
      self.microseconds += microseconds
    }
  }

  private struct State: Sendable {
    var counts: [Key: Int64] = [:]
    var durations: [String: Histogram] = [:]
    var connectionCount: (@Sendable () -> Int)?
  }

  private let state = Locked(State())

  /// Takes a finished request down.
  func record(_ key: Key, microseconds: Int64) {
    state.withLock { state in
      state.counts[key, default: 0] += 1
      state.durations[key.endpoint, default: Histogram()].add(microseconds)
    }
  }

  /// Who knows how many connections there are.
  func setConnectionCount(_ count: (@Sendable () -> Int)?) { state.withLock { $0.connectionCount = count } }

  /// How many connections there are, where it is known.
  var connectionCount: Int? { state.withLock { $0.connectionCount }?() }

  /// What has been taken down.
  var totals: (counts: [Key: Int64], durations: [String: Histogram]) {
    state.withLock { ($0.counts, $0.durations) }
  }
}
