/// What an evaluation depends on besides the rules and the subject.
public struct Circumstances: Sendable, Hashable {
  /// The time, in Unix seconds.
  public var now: Int64

  /// Segments that take longer than this many milliseconds are not resolved; below 0, none is.
  public var deadlineMilliseconds: Int

  /// Circumstances at `now`.
  public init(now: Int64, deadlineMilliseconds: Int = 200) {
    self.now = now
    self.deadlineMilliseconds = deadlineMilliseconds
  }
}
