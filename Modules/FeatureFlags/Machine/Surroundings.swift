/// What the machine is told of the world with each input: it reads no clock and asks no service itself.
package struct Surroundings: Sendable {
  /// The time.
  package var time: ClockReading
  /// Why flags cannot be requested as things stand (T10); nil when they can.
  package var obstacle: FeatureFlagsError?

  package init(time: ClockReading, obstacle: FeatureFlagsError? = nil) {
    self.time = time
    self.obstacle = obstacle
  }
}
