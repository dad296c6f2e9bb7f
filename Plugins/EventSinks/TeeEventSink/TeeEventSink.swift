public import FeatureFlags

/// A sink that gives every event to several sinks.
///
/// Each sink gets each event, one after the other in the order in which they were given, also after one before it
/// failed. The delivery counts as failed when it failed in any of them, and then the client's next `logImpression`
/// makes a new event for all of them (I4). So behind a tee each sink gets an impression *at least* once: while one
/// sink is down, those that work get it again with each attempt. Sinks that must not count twice have to tell by the
/// event's flag, rule, state and user; without a tee, or with all sinks working, there is nothing to tell.
///
/// A delivery takes as long as those of all sinks together. Without any sink, events are delivered to nobody and the
/// delivery succeeds. Safe to use from any thread, as far as the sinks are.
public struct TeeEventSink: Ports.EventSink {
  private let sinks: [any Ports.EventSink]

  /// A sink that delivers to `sinks`, in their order.
  public init(_ sinks: [any Ports.EventSink]) {
    self.sinks = sinks
  }

  /// Delivers `event` to every sink.
  ///
  /// - Throws: `EventSinkError` that names the sinks that failed, by place and type, and their reasons.
  public func deliver(_ event: Ports.Event) async throws(EventSinkError) {
    var failures: [String] = []
    for (index, sink) in sinks.enumerated() {
      do throws(EventSinkError) {
        try await sink.deliver(event)
      } catch {
        failures.append("sink \(index + 1) (\(type(of: sink))): \(error.message)")
      }
    }
    guard failures.isEmpty else {
      throw EventSinkError(
        "\(failures.count) of \(sinks.count) sinks failed: \(failures.joined(separator: "; "))")
    }
  }
}
