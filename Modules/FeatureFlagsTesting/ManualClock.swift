public import FeatureFlags

/// A clock that stands still until it is moved, for tests and for trying things out without waiting.
///
/// No real time passes in it anywhere: a sleeper wakes when ``advance(by:)`` reaches its deadline, and a driver that has
/// to let a client get as far as its next sleep awaits ``waitForSleeper(dueBy:)``. Safe to use from any thread.
public final class ManualClock: Ports.Clock {
  private struct Sleeper: Sendable {
    var deadline: Uptime
    var promise: Promise<Void>
  }

  private struct State: Sendable {
    var reading: ClockReading
    var boots = 1
    /// By deadline, and of equal deadlines in the order in which they came.
    var sleepers: [Sleeper] = []
  }

  private let firstBootID: String?
  private let watched: Watched<State>

  /// A clock that shows the given times.
  ///
  /// - Parameters:
  ///   - wall: the wall-clock time; by default 2026-01-01T00:00:00Z.
  ///   - uptime: the time since boot; by default one hour.
  ///   - bootID: the id of the first boot; nil for a machine that has none.
  public init(
    wall: WallTime = WallTime(seconds: 1_767_225_600), uptime: Uptime = Uptime(nanoseconds: 3_600_000_000_000),
    bootID: String? = "manual-boot-1"
  ) {
    firstBootID = bootID
    watched = Watched(State(reading: ClockReading(wall: wall, uptime: uptime, bootID: bootID)))
  }

  /// The time since boot that the clock shows.
  public func uptime() -> Uptime { watched.state.reading.uptime }

  /// All the times that the clock shows.
  public func now() -> ClockReading { watched.state.reading }

  /// Returns once the clock has been moved to `deadline` or beyond, at once when it stands there already.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, or the machine rebooted, meanwhile.
  public func sleep(until deadline: Uptime) async throws {
    let sleeper = Sleeper(deadline: deadline, promise: Promise())
    let isDue = watched.change { state in
      if deadline <= state.reading.uptime { return true }
      let place = state.sleepers.firstIndex { $0.deadline > deadline } ?? state.sleepers.endIndex
      state.sleepers.insert(sleeper, at: place)
      return false
    }
    guard !isDue else { return }
    // The handler, not a `defer`: a cancelled sleeper is gone from the list when `cancel()` returns.
    try await withTaskCancellationHandler {
      try await sleeper.promise.value()
    } onCancel: {
      watched.change { state in state.sleepers.removeAll { $0.promise === sleeper.promise } }
    }
  }

  // MARK: Moving

  /// Moves both clocks forward by `span`, waking the sleepers that fall due in the order of their deadlines.
  ///
  /// The clock stops at each deadline on its way. A woken task runs when the executor gets to it, so one that reads the
  /// time may find it further on. A negative span moves nothing.
  public func advance(by span: Nanoseconds) {
    var rest = max(span, .zero)
    var isMoving = true
    while isMoving {
      // One sleeper a step, resumed outside the lock; what is left is a span, so two drivers' moves add up.
      let due: Sleeper? = watched.change { state in
        guard let next = state.sleepers.first, next.deadline <= state.reading.uptime + rest else {
          state.reading.move(by: rest)
          isMoving = false
          return nil
        }
        let step = max(next.deadline.since(state.reading.uptime), .zero)
        state.reading.move(by: step)
        rest = rest - step
        return state.sleepers.removeFirst()
      }
      due?.promise.fulfil()
    }
  }

  /// Moves both clocks forward until the uptime is `moment`; does nothing when it is there already.
  public func advance(to moment: Uptime) {
    advance(by: moment.since(uptime()))
  }

  /// Moves the wall clock alone, forward or back, as a person or a time server would; no sleeper wakes.
  public func skew(by span: Nanoseconds) {
    watched.change { state in state.reading.wall = state.reading.wall + span }
  }

  /// Starts a new boot: a new boot id, and an uptime that begins again at zero.
  ///
  /// Whoever still sleeps belongs to a process that is gone, and gets `CancellationError`.
  ///
  /// - Parameter downtime: how far the wall clock moves while the machine is off.
  public func reboot(downtime: Nanoseconds = .zero) {
    let sleepers = watched.change { state in
      state.boots += 1
      state.reading = ClockReading(
        wall: state.reading.wall + max(downtime, .zero), uptime: Uptime(nanoseconds: 0),
        bootID: firstBootID.map { "\($0)/\(state.boots)" })
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.promise.complete(with: .failure(CancellationError())) }
  }

  // MARK: Looking

  /// The earliest deadline that anybody sleeps for; nil when nobody sleeps.
  public var nextDeadline: Uptime? { watched.state.sleepers.first?.deadline }

  /// How many tasks sleep.
  public var sleeperCount: Int { watched.state.sleepers.count }

  /// Returns once somebody sleeps for `deadline` or an earlier one, at once when somebody does already.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  public func waitForSleeper(dueBy deadline: Uptime) async throws {
    try await watched.wait { state in state.sleepers.first.map { $0.deadline <= deadline } ?? false }
  }

  /// Returns once at least `count` tasks sleep, at once when so many do already.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  public func waitForSleepers(count: Int) async throws {
    try await watched.wait { $0.sleepers.count >= count }
  }
}

extension ClockReading {
  fileprivate mutating func move(by span: Nanoseconds) {
    wall = wall + span
    uptime = uptime + span
  }
}
