/// A feature-flag client: reads what is on the device, refreshes it, and says when it changed.
///
/// Make one for each Application Code and keep it. All its methods may be called from any thread. When the last
/// reference to it is dropped it shuts down by itself.
///
/// ```swift
/// let client = try FeatureFlagsClient(configuration: .init(applicationCode: "ABCDE-12345"), adapters: adapters)
/// client.didBecomeActive()
/// if client.isEnabled("new_checkout", default: false) { … }
/// ```
public final class FeatureFlagsClient: Sendable {
  let engine: Engine

  /// The engine's own, where reads find it in one step.
  let publisher: SnapshotPublisher

  /// A client of the given parts; the stored flags of an earlier run are readable at once (R2).
  ///
  /// Reads the store once, on the calling thread. Nothing is sent before ``didBecomeActive()`` or ``refresh()``.
  /// - Throws: ``ConfigurationError`` naming the value that cannot be used (C2).
  public convenience init(configuration: Configuration, adapters: Adapters) throws(ConfigurationError) {
    try self.init(configuration: configuration, adapters: adapters, jitterSeed: .random(in: .min ... .max))
  }

  /// The same with the seed of the waits before repetitions (T7), for drivers that want every run to be the same.
  package init(configuration: Configuration, adapters: Adapters, jitterSeed: UInt64) throws(ConfigurationError) {
    engine = try Engine(configuration: configuration, adapters: adapters, jitterSeed: jitterSeed)
    publisher = engine.publisher
  }

  deinit {
    engine.shutDown()
  }
}

extension FeatureFlagsClient: CustomStringConvertible, CustomReflectable {
  /// The application alone: User ID and device id are personal (E2).
  public var description: String { "FeatureFlagsClient(\(engine.withMachine { $0.identity.applicationCode }))" }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
