/// The one request in flight (T4), with everything its answer will be judged by.
struct Flight: Sendable {
  /// Its name; an answer under another name is not for it.
  var id: RequestID
  /// Whom it asks for, captured when it began (T5).
  var identity: Identity
  /// The count of user changes when it began (T5).
  var generation: UInt64
  /// The tag that went with it.
  var entityTag: String?
  /// True once an automatic refresh is part of it, which is tried again when it fails (T7).
  var isAutomatic: Bool
  /// The calls of `refresh` that share its result (T4).
  var waiters: [RefreshToken]
  /// Whether it told the server that the device is registered for push (T1).
  var saidPushRegistered: Bool
  /// The window before it was sent, restored when it turns out not to have been.
  var previousWindowStart: Uptime?
  /// What the last request before it said of push, restored likewise.
  var previousSaidPushRegistered: Bool?
}
