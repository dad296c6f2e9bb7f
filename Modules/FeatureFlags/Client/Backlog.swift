/// What a client has begun and not ended, for drivers that hold some of it back and settle the rest.
package struct Backlog: Sendable, Hashable {
  /// Requests, changes of the store, impressions under way, and effects not yet performed.
  package var work: Int
  /// Calls on their way to the main actor.
  package var mainCalls: Int
  /// How often either has changed so far: the same twice, nothing happened between.
  package var changes: UInt64
}

extension FeatureFlagsClient {
  /// What is begun and not ended now.
  package var backlog: Backlog { engine.backlog }
}
