/// The time at one moment, by the wall clock and since boot.
public struct ClockReading: Sendable, Hashable {
  /// The wall-clock time, which people and time servers may move.
  public var wall: WallTime

  /// The time since boot, which nothing moves.
  public var uptime: Uptime

  /// Which boot `uptime` counts from; nil when unknown.
  public var bootID: String?

  /// A reading of the given times.
  public init(wall: WallTime, uptime: Uptime, bootID: String?) {
    self.wall = wall
    self.uptime = uptime
    self.bootID = bootID
  }

  /// How long ago `earlier` was taken (S3): within one boot by uptime, else by the wall clock.
  ///
  /// - Returns: nil when `earlier` lies in the future, so that its age cannot be told.
  public func age(of earlier: ClockReading) -> Nanoseconds? {
    let age =
      bootID != nil && bootID == earlier.bootID
      ? uptime.since(earlier.uptime) : wall.since(earlier.wall)
    return age < .zero ? nil : age
  }
}
