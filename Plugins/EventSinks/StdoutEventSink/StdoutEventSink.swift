import Dispatch
public import FeatureFlags
import StrictJSON

/// A sink that writes each event as one line of JSON to the standard output, or wherever else it is told to.
///
/// A line has four members in this order, without spaces; the time is in whole seconds since 1970 (I1, I5). An event
/// that may come again has a fifth, `eventId`:
///
///     {"event":"PW_FeatureFlagImpression","attributes":{"flag_key":"beta",…},"userId":"u-7","time":1767225600}
///
/// Lines are written whole and one after the other, by a thread of the sink's own, in the order in which deliveries
/// were begun. The output holds the User ID: think of who reads it. Safe to use from any thread.
public struct StdoutEventSink: Ports.EventSink {
  private enum Step: Sendable {
    case began
    case ended(EventSinkError?)
  }

  private let output: Configuration.Output
  private let queue = DispatchQueue(label: "StdoutEventSink")

  /// A sink as `configuration` says; by default to the standard output.
  public init(_ configuration: Configuration = Configuration()) {
    output = configuration.output
  }

  /// Writes the line for `event`; returns when the output has taken it.
  ///
  /// A delivery whose task is cancelled is not waited for; if its line was being written just then, it may come all
  /// the same.
  ///
  /// - Throws: `EventSinkError` when the output did not take the line, or the task was cancelled.
  public func deliver(_ event: Ports.Event) async throws(EventSinkError) {
    let line = Self.line(for: event)
    let (steps, progress) = AsyncStream<Step>.makeStream()
    queue.async { [output] in
      // Refused when the waiting task was cancelled: then nobody wants the line any more.
      if case .terminated = progress.yield(.began) { return }
      do throws(EventSinkError) {
        try output(line)
        progress.yield(.ended(nil))
      } catch {
        progress.yield(.ended(error))
      }
      progress.finish()
    }
    for await step in steps {
      if case .ended(let error) = step {
        if let error { throw error }
        return
      }
    }
    throw EventSinkError("the delivery was cancelled")
  }

  /// The line for `event`, line end included.
  static func line(for event: Ports.Event) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("event", event.name)
      writer.member("attributes", .object(event.attributes))
      writer.member("userId", event.identity.userID)
      writer.member("time", event.time.seconds)
      if let id = event.deliveryID { writer.member("eventId", id) }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
