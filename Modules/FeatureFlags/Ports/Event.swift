public import StrictJSON

extension Ports {
  /// Something that happened in the app, on its way to an ``EventSink``.
  public struct Event: Sendable, Hashable {
    /// The event's name, `PW_FeatureFlagImpression` for an impression (I1).
    public var name: String

    /// What is known of it, in the order in which it should be shown.
    public var attributes: JSONObject

    /// Whom it happened to: the identity at the time of the call (I5).
    public var identity: Identity

    /// The device it happened on.
    public var deviceID: String

    /// When it happened, by the wall clock.
    public var time: WallTime

    /// What tells this event from all others, also from equal ones, when it may arrive more than once; nil when it is
    /// sent once and not again.
    public var deliveryID: String?

    /// An event with the given parts.
    public init(
      name: String, attributes: JSONObject, identity: Identity, deviceID: String, time: WallTime,
      deliveryID: String? = nil
    ) {
      self.name = name
      self.attributes = attributes
      self.identity = identity
      self.deviceID = deviceID
      self.time = time
      self.deliveryID = deliveryID
    }
  }
}

extension Ports.Event: CustomStringConvertible, CustomReflectable {
  /// The name alone: User ID and device id are personal, and so may attributes be.
  public var description: String { "Event(\(name))" }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
