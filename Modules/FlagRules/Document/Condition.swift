/// What must hold of a user and device.
public indirect enum Condition: Sendable, Hashable {
  /// Every one of them; true when there are none.
  case all([Condition])
  /// At least one of them; false when there are none.
  case any([Condition])
  /// The opposite.
  case not(Condition)
  /// A test of one attribute or tag.
  case attribute(AttributeTest)
  /// Membership of the segment with this name.
  case segment(String)
  /// An impression of the flag with this key within the last 30 days.
  case sawFlag(String)
}
