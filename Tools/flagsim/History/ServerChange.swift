/// What happens to a flag on the server.
enum ServerChange: String, CaseIterable, Sendable {
  /// On to off, or back; a flag that was not there is on.
  case toggle
  /// Off, with no rule and default properties (T6).
  case kill
  /// Another rule decides.
  case newRule
  /// A property has another value.
  case newProperty
  /// It is gone from answers (R1).
  case archive
  /// The whole plan has no flags any more, until one is changed again (T8).
  case noPlan
  /// Nothing: only the server's tag is another.
  case newTag
}
