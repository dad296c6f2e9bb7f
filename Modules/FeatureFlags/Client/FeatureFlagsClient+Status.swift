extension FeatureFlagsClient {
  /// How a client stands at one moment.
  public struct Status: Sendable, Hashable {
    /// Whom flags are read for.
    public var identity: Identity
    /// How many flags can be read.
    public var flagCount: Int
    /// How long ago the stored flags were received; nil when there are none that are valid.
    public var age: Nanoseconds?
    /// How long they remain valid; zero when there are none (S1).
    public var validFor: Nanoseconds
    /// How long explicit refreshes are held back; zero when they are not (T2).
    public var throttledFor: Nanoseconds
    /// The number of the session, from 1; 0 before the first (N1).
    public var session: Int
    /// How many impressions were not taken so far because too many were waiting for the sink.
    public var droppedImpressionCount: Int
  }

  /// How the client stands now.
  public var status: Status {
    let now = engine.adapters.clock.uptime()
    return engine.withMachine { machine in
      let stored = machine.storedAt.flatMap { now < $0.expiry ? $0 : nil }
      return Status(
        identity: machine.identity, flagCount: machine.snapshot.flags(at: now).count,
        age: stored.map { now.since($0.received) }, validFor: stored.map { $0.expiry.since(now) } ?? .zero,
        throttledFor: machine.throttledUntil.map { max($0.since(now), .zero) } ?? .zero, session: machine.session,
        droppedImpressionCount: machine.impressions.dropCount)
    }
  }

  /// When the client next does something by itself; nil when nothing waits for the time.
  ///
  /// For drivers of a manual clock, which move it there and settle before they go on.
  package var nextWake: Uptime? { engine.withMachine { $0.nextWake } }

  /// When the client's timer rings, ``nextWake`` or earlier; nil when it is not set.
  package var armedWake: Uptime? { engine.armedWake }

  /// True once the client is to end (C4).
  package var isShutDown: Bool { engine.isShutDown }

  /// As ``settle()``, and waits for calls on the main actor too; never call it where that cannot run.
  package func settleIncludingMainCalls() async {
    await engine.settle(includingMainCalls: true)
  }
}
