/// Counts what a client has begun and not ended, so that a driver can wait until nothing is left (C4).
struct Activity: Sendable {
  enum Kind: Sendable {
    /// A request, a write, a delivery, or effects not yet performed.
    case work
    /// A call on its way to the main actor.
    case mainCall
  }

  private var work = 0
  private var mainCalls = 0
  private var changes: UInt64 = 0
  private var waiters: [Waiter] = []

  private struct Waiter: Sendable {
    let continuation: CheckedContinuation<Void, Never>
    let includesMainCalls: Bool
  }

  mutating func begin(_ kind: Kind) { add(1, to: kind) }

  mutating func end(_ kind: Kind) { add(-1, to: kind) }

  private mutating func add(_ change: Int, to kind: Kind) {
    changes &+= 1
    switch kind {
    case .work: work += change
    case .mainCall: mainCalls += change
    }
  }

  var backlog: Backlog { Backlog(work: work, mainCalls: mainCalls, changes: changes) }

  var hasWaiters: Bool { !waiters.isEmpty }

  mutating func wait(_ continuation: CheckedContinuation<Void, Never>, includesMainCalls: Bool) {
    waiters.append(Waiter(continuation: continuation, includesMainCalls: includesMainCalls))
  }

  /// Takes out those whose waiting is over.
  mutating func takeSettled() -> [CheckedContinuation<Void, Never>] {
    guard work == 0 else { return [] }
    let settled = waiters.filter { mainCalls == 0 || !$0.includesMainCalls }
    waiters.removeAll { mainCalls == 0 || !$0.includesMainCalls }
    return settled.map(\.continuation)
  }
}
