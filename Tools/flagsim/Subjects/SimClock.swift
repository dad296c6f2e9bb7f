import FeatureFlags
import Locking

/// A clock that shows what it is set to, and wakes sleepers only when told: so a timer can be late.
final class SimClock: Ports.Clock {
  private struct State {
    var reading = ClockReading(wall: WallTime(nanoseconds: 0), uptime: Uptime(nanoseconds: 0), bootID: nil)
    var lastNumber = 0
    var sleepers: [Int: Sleeper] = [:]
    /// Those whose task was cancelled before they slept.
    var cancelled: Set<Int> = []
  }

  private struct Sleeper {
    let deadline: Uptime
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let state = Locked(State())

  func uptime() -> Uptime { state.withLock { $0.reading.uptime } }

  func now() -> ClockReading { state.withLock { $0.reading } }

  func set(_ reading: ClockReading) { state.withLock { $0.reading = reading } }

  /// The deadlines that are slept for.
  var deadlines: [Int64] { state.withLock { $0.sleepers.values.map(\.deadline.nanoseconds) } }

  /// Wakes everyone whose time has come.
  func fire() {
    let due = state.withLock { state in
      let due = state.sleepers.filter { $0.value.deadline <= state.reading.uptime }
      for number in due.keys { state.sleepers[number] = nil }
      return Array(due.values)
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  func sleep(until deadline: Uptime) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(number) != nil { return true }
          state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.cancelled.insert(number) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }
}
