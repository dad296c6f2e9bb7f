import FeatureFlags
import Locking
import PrivateFiles

/// The directory in which events wait, a file each; blocks, and may be shared by several processes.
///
/// A file has its name only once it is whole and on disk, and loses it once its event was delivered. So there are no
/// torn events, and a damaged one harms no other.
final class EventQueue: Sendable {
  /// Why an event was not taken.
  enum Refusal: Error {
    /// There is no room for it.
    case full(waiting: Int)
    /// The file system did not take it.
    case failed(FileError)
  }

  private let configuration: DurableEventSink.Configuration
  private let directory: PrivateDirectory
  /// The order of the latest event, so that those of one process keep theirs when the wall clock is put back.
  private let lastOrder = Locked<UInt64>(0)

  init(_ configuration: DurableEventSink.Configuration, files: any FileOperations) {
    self.configuration = configuration
    directory = PrivateDirectory(
      path: configuration.directory, maximumBytes: configuration.maximumBytes, lockTimeout: .seconds(2), files: files)
  }

  /// Brings `event` to disk, behind all others.
  func append(_ event: QueuedEvent) throws(Refusal) {
    let bytes = event.bytes
    let waiting = try onDisk { () throws(FileError) in try names() }
    guard waiting.count < configuration.maximumCount,
      waiting.reduce(bytes.count, { $0 + $1.size }) <= configuration.maximumBytes
    else { throw .full(waiting: waiting.count) }
    let now = UInt64(clamping: event.queuedAt.wall.nanoseconds)
    let order = lastOrder.withLock { last in
      last = max(now, max(last, waiting.last?.order ?? 0) &+ 1)
      return last
    }
    try onDisk { () throws(FileError) in
      try directory.write(bytes, to: EventFileName(order: order, size: bytes.count).text)
    }
  }

  private func onDisk<Value>(_ body: () throws(FileError) -> Value) throws(Refusal) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw .failed(error)
    }
  }

  /// The right to deliver what waits; nil when another process has it, or nothing ever waited here.
  func lockDelivery() throws(FileError) -> HeldLock? {
    try directory.tryLock(".delivery")
  }

  /// What waits, in order.
  func names() throws(FileError) -> [EventFileName] {
    try directory.names().compactMap(EventFileName.init).sorted()
  }

  /// The event in a file; nil when the file is gone, as when another process has delivered it, or was set aside.
  ///
  /// - Parameter didSetAside: called when the file was no event and was set aside.
  func event(_ name: EventFileName, didSetAside: () -> Void) throws(FileError) -> QueuedEvent? {
    guard let bytes = try directory.read(name.text) else { return nil }
    if let event = QueuedEvent(bytes: bytes) { return event }
    // One is kept for a person to look at; a newer one takes its place.
    try directory.rename(name.text, to: "damaged.aside")
    didSetAside()
    return nil
  }

  /// Forgets an event for good.
  func remove(_ name: EventFileName) throws(FileError) {
    try directory.remove(name.text)
  }

  /// True when the event has waited too long.
  func hasExpired(_ event: QueuedEvent, at now: ClockReading) -> Bool {
    guard let age = now.age(of: event.queuedAt) else { return false }
    return age > Nanoseconds(configuration.maximumAge)
  }
}
