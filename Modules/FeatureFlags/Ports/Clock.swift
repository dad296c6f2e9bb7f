extension Ports {
  /// Tells the time in two ways, and wakes a task later.
  ///
  /// What an implementation must do:
  /// - Give an uptime that never goes back within one boot, counts suspend, and ignores changes of the wall clock.
  /// - Give a boot id that changes with each boot, or nil when none is to be had; then age is measured by the wall clock.
  /// - Be callable from any thread, without blocking: ``hasReached(_:)`` is called with every read of a flag.
  public protocol Clock: Sendable {
    /// The time since the machine was booted, suspend included.
    func uptime() -> Uptime

    /// All the time there is, taken at one moment.
    func now() -> ClockReading

    /// True when ``uptime()`` is `moment` or later.
    ///
    /// Asked with every read of a flag, so an implementation that can tell without taking the time should.
    func hasReached(_ moment: Uptime) -> Bool

    /// Returns once ``uptime()`` has reached `deadline`, at once when it has already.
    ///
    /// - Throws: `CancellationError` when the task is cancelled meanwhile.
    func sleep(until deadline: Uptime) async throws
  }
}

extension Ports.Clock {
  /// Compares `moment` with ``Ports/Clock/uptime()``.
  public func hasReached(_ moment: Uptime) -> Bool { uptime() >= moment }
}
