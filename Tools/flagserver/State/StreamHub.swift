import Locking
import StrictJSON
import Synchronization

/// Hands what happens in the server to those who read `/admin/stream`; nothing waits for a reader.
final class StreamHub: Sendable {
  /// How many may read at once, and how much is kept for one who is slow.
  struct Limits: Sendable {
    var readers = 64
    var messages = 1_024
    var bytes = 1 << 20
  }

  private struct State: Sendable {
    var readers: [ObjectIdentifier: StreamReader] = [:]
    var isOver = false
  }

  let limits: Limits
  private let state = Locked(State())
  /// How many readers there are; read without the lock, so that nothing is put into words for nobody.
  private let readerCount = Atomic<Int>(0)
  private let messageCount = Atomic<Int64>(0)

  init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// True when one more may read.
  var hasRoom: Bool { readerCount.load(ordering: .relaxed) < limits.readers }

  /// A new reader; nil when there are too many, or the server is about to end.
  ///
  /// - Parameter wake: called when a reader that found nothing has something again; quick, and from any thread.
  func open(wake: @escaping @Sendable () -> Void) -> StreamReader? {
    state.withLock { state in
      guard !state.isOver, state.readers.count < limits.readers else { return nil }
      let reader = StreamReader(limits: limits, wake: wake)
      state.readers[ObjectIdentifier(reader)] = reader
      readerCount.store(state.readers.count, ordering: .relaxed)
      return reader
    }
  }

  /// Takes leave of a reader, who is not woken any more.
  func close(_ reader: StreamReader) {
    reader.finish()
    state.withLock { state in
      state.readers[ObjectIdentifier(reader)] = nil
      readerCount.store(state.readers.count, ordering: .relaxed)
    }
  }

  /// Ends all streams, and those that would be opened later.
  func closeAll() {
    let readers = state.withLock { state in
      state.isOver = true
      return Array(state.readers.values)
    }
    for reader in readers { reader.end() }
  }

  /// Tells all readers of an event; `data` is asked for only when there are any.
  func publish(_ event: String, _ data: () -> [UInt8]) {
    guard readerCount.load(ordering: .relaxed) > 0 else { return }
    let number = messageCount.add(1, ordering: .relaxed).newValue
    send(Array("id: \(number)\nevent: \(event)\ndata: ".utf8) + data() + "\n\n".utf8)
  }

  /// Sends a comment, by which a reader sees that the server is there, and the server that a reader is gone.
  func ping() { send(Array(": ping\n\n".utf8)) }

  private func send(_ message: [UInt8]) {
    for reader in state.withLock({ Array($0.readers.values) }) { reader.push(message) }
  }
}
