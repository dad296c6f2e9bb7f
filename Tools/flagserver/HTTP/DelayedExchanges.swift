import CMicroHTTPD
import Dispatch
import Locking

/// Exchanges that wait for their delay to pass: set aside in the library, so that no thread waits with them.
final class DelayedExchanges: Sendable {
  private struct State: Sendable {
    /// Addresses of suspended exchanges; who takes one out resumes it.
    var waiting: [Int: UInt] = [:]
    var next = 0
    var isOver = false
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "flagserver.delays")

  /// Sets `exchange` aside for a while; not at all after ``resumeAll()``.
  func suspend(_ exchange: OpaquePointer, milliseconds: Int) {
    cmhd_suspend(exchange)
    let address = UInt(bitPattern: exchange)
    let number: Int? = state.withLock { state in
      guard !state.isOver else { return nil }
      state.next += 1
      state.waiting[state.next] = address
      return state.next
    }
    guard let number else { return cmhd_resume(exchange) }
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { self.resume(number) }
  }

  /// Lets all go on now, and those that come later at once.
  func resumeAll() {
    let addresses = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for address in addresses { cmhd_resume(OpaquePointer(bitPattern: address)) }
  }

  private func resume(_ number: Int) {
    guard let address = state.withLock({ $0.waiting.removeValue(forKey: number) }) else { return }
    cmhd_resume(OpaquePointer(bitPattern: address))
  }
}
