import Dispatch
public import FeatureFlags
package import PrivateFiles

/// A sink that brings each event to disk before it reports it, and gives it to another sink as often as it takes.
///
/// The client's own rule is one attempt, repeated by the next `logImpression` (I4). Behind this sink an event that was
/// reported as delivered survives the end of the process, also by `kill -9` or a loss of power, and arrives *at least*
/// once: again when the process ends between the delivery and the note of it. Each event has a `deliveryID` by which a
/// receiver tells a repetition. Events arrive in the order in which they were logged; one that fails holds up those
/// behind it, and is tried again after a wait that doubles each time.
///
/// Events are files in a directory of their own (0700, files 0600; they hold the User ID), which several processes may
/// share: one at a time delivers, for all. What a process leaves behind is delivered by the next. When there is no room an
/// event is refused, and the next `logImpression` tries again; what waits too long is dropped, what cannot be read is
/// set aside as `damaged.aside`; ``status`` counts all of it.
///
/// Safe to use from any thread. When the last reference goes, deliveries end and what waits stays on disk.
public final class DurableEventSink: Ports.EventSink {
  private let queue: EventQueue
  private let courier: EventCourier
  private let clock: any Ports.Clock
  private let disk: DispatchQueue
  private let directory: String

  /// A sink in front of `sink`; begins to deliver what earlier processes left.
  ///
  /// - Parameters:
  ///   - sink: takes the events in the end, one at a time; an error means that it did not.
  ///   - configuration: where they wait, and within which limits.
  ///   - clock: tells their age, and how long to wait after a failure.
  public convenience init(_ sink: any Ports.EventSink, configuration: Configuration, clock: any Ports.Clock) {
    self.init(sink, configuration: configuration, clock: clock, files: POSIXFileOperations())
  }

  /// The same, going through `files` for all that it does on disk.
  package init(
    _ sink: any Ports.EventSink, configuration: Configuration, clock: any Ports.Clock, files: any FileOperations
  ) {
    directory = configuration.directory
    disk = DispatchQueue(label: "DurableEventSink")
    queue = EventQueue(configuration, files: files)
    self.clock = clock
    courier = EventCourier(sink: sink, queue: queue, disk: disk, clock: clock, configuration: configuration)
    courier.wake()
  }

  deinit { courier.stop() }

  /// What has become of events so far.
  public var status: Status { courier.status }

  /// Brings `event` to disk; returns when it is there, before it is delivered.
  ///
  /// A delivery whose task is cancelled is made all the same: it takes no longer than the disk does.
  ///
  /// - Throws: `EventSinkError` when there is no room for it, or the file system did not take it.
  public func deliver(_ event: Ports.Event) async throws(EventSinkError) {
    var event = event
    event.deliveryID = event.deliveryID ?? Self.newID()
    let queued = QueuedEvent(event: event, queuedAt: clock.now())
    let queue = queue
    let refusal: EventQueue.Refusal? = await disk.run {
      do throws(EventQueue.Refusal) {
        try queue.append(queued)
        return nil
      } catch {
        return error
      }
    }
    switch refusal {
    case nil: courier.wake()
    case .full(let waiting):
      courier.note { $0.refused += 1 }
      // There is room as soon as what is too old is gone.
      courier.wake()
      throw EventSinkError("event refused: \(waiting) are waiting in \(directory), and there is no room for another")
    case .failed(let error): throw EventSinkError("event not stored in \(directory): \(error.message)")
    }
  }

  /// Tries once to deliver all that waits, at once.
  ///
  /// Returns when nothing waits any more, when a delivery failed, when another process is delivering, or when the calling
  /// task is cancelled; after a failure the waits go on as before.
  ///
  /// - Returns: how many events still wait.
  @discardableResult
  public func flush() async -> Int {
    await courier.flush()
    return status.waiting
  }

  private static func newID() -> String {
    (0..<2).map { _ in
      let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
