/// What the server may decide by when it evaluates flags: the identity, the device, and what the app says of itself.
public struct EvaluationContext: Sendable, Hashable {
  /// Whom the flags are for.
  public var identity: Identity

  /// The device id.
  public var deviceID: String

  /// What the app says of itself.
  public var app: AppAttributes

  /// True once the device has registered for push (T1).
  public var isPushRegistered: Bool

  /// A context with the given parts.
  public init(identity: Identity, deviceID: String, app: AppAttributes, isPushRegistered: Bool) {
    self.identity = identity
    self.deviceID = deviceID
    self.app = app
    self.isPushRegistered = isPushRegistered
  }
}

extension EvaluationContext: CustomStringConvertible, CustomReflectable {
  /// The application alone: User ID and device id are personal.
  public var description: String { "EvaluationContext(\(identity.applicationCode))" }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
