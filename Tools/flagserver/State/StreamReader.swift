import Locking

/// The messages for one reader of `/admin/stream`, up to a number of them.
final class StreamReader: Sendable {
  /// What a read gives.
  enum Part: Equatable {
    case bytes(Int)
    /// There is nothing now; the reader is woken when there is.
    case nothingYet
    case end
  }

  private struct State: Sendable {
    var messages: [[UInt8]] = []
    /// The place of the next message in `messages`, and of the next byte in it.
    var next = 0
    var offset = 0
    var bytes = 0
    /// How many messages there was no room for since the last one that there was.
    var lost = 0
    var isWaiting = false
    var isOver = false
  }

  private let limits: StreamHub.Limits
  private let wake: @Sendable () -> Void
  private let state = Locked(State())

  init(limits: StreamHub.Limits, wake: @escaping @Sendable () -> Void) {
    self.limits = limits
    self.wake = wake
  }

  /// Adds a message, or counts it as lost when there is no room.
  func push(_ message: [UInt8]) {
    state.withLock { state in
      guard !state.isOver else { return }
      guard state.messages.count - state.next < limits.messages, state.bytes < limits.bytes else {
        state.lost += 1
        return
      }
      Self.tellLoss(&state)
      state.messages.append(message)
      state.bytes += message.count
      wakeUp(&state)
    }
  }

  /// Copies what comes next to `room`. When there is nothing, `pause` is called before the reader can be woken.
  func read(into room: UnsafeMutableBufferPointer<UInt8>, pause: () -> Void) -> Part {
    state.withLock { state in
      if state.next == state.messages.count { Self.tellLoss(&state) }
      guard state.next < state.messages.count else {
        if state.isOver { return .end }
        state.isWaiting = true
        pause()
        return .nothingYet
      }
      var count = 0
      while count < room.count, state.next < state.messages.count {
        let rest = state.messages[state.next][state.offset...].prefix(room.count - count)
        _ = UnsafeMutableBufferPointer(rebasing: room[count...]).update(fromContentsOf: rest)
        count += rest.count
        state.offset += rest.count
        if state.offset == state.messages[state.next].count {
          state.bytes -= state.offset
          state.offset = 0
          state.messages[state.next] = []
          state.next += 1
        }
      }
      if state.next == state.messages.count {
        state.messages.removeAll(keepingCapacity: true)
        state.next = 0
      } else if state.next > 256 {
        state.messages.removeFirst(state.next)
        state.next = 0
      }
      return .bytes(count)
    }
  }

  /// Ends the stream after what is in it already.
  func end() {
    state.withLock { state in
      state.isOver = true
      wakeUp(&state)
    }
  }

  /// Forgets everything; the reader is not woken any more.
  func finish() {
    state.withLock { $0 = State(isOver: true) }
  }

  private func wakeUp(_ state: inout State) {
    guard state.isWaiting else { return }
    state.isWaiting = false
    wake()
  }

  private static func tellLoss(_ state: inout State) {
    guard state.lost > 0 else { return }
    let message = Array("event: lost\ndata: {\"count\":\(state.lost)}\n\n".utf8)
    state.lost = 0
    state.messages.append(message)
    state.bytes += message.count
  }
}
