public import FeatureFlags

/// A sink and its far end, as the rules of ``EventSinkRule`` need them.
public struct EventSinkFixture: Sendable {
  /// What the far end can tell of an event it took.
  public struct Received: Sendable, Hashable {
    /// The event's name.
    public var name: String
    /// The event's attributes.
    public var attributes: JSONObject
    /// The User ID that came with the event.
    public var userID: String
    /// The event's time in whole seconds since 1970.
    public var seconds: Int64

    /// A received event with the given parts.
    public init(name: String, attributes: JSONObject, userID: String, seconds: Int64) {
      self.name = name
      self.attributes = attributes
      self.userID = userID
      self.seconds = seconds
    }

    /// What a far end should receive of `event`.
    public init(_ event: Ports.Event) {
      self.init(
        name: event.name, attributes: event.attributes, userID: event.identity.userID, seconds: event.time.seconds)
    }
  }

  /// The sink, new and in order.
  public var sink: any Ports.EventSink

  /// What the far end has taken so far, in order.
  public var received: @Sendable () throws -> [Received]

  /// Lets the far end refuse the next delivery, and take those after it; nil when it cannot be made to.
  public var failNext: (@Sendable () -> Void)?

  /// Lets the far end neither take nor refuse any delivery from now on; nil when it cannot be made to.
  public var stall: (@Sendable () -> Void)?

  /// Returns once a delivery has come to the stalled far end; nil when that cannot be told.
  public var isStalled: (@Sendable () async throws -> Void)?

  /// A fixture with the given parts.
  public init(
    sink: any Ports.EventSink, received: @escaping @Sendable () throws -> [Received],
    failNext: (@Sendable () -> Void)? = nil, stall: (@Sendable () -> Void)? = nil,
    isStalled: (@Sendable () async throws -> Void)? = nil
  ) {
    self.sink = sink
    self.received = received
    self.failNext = failNext
    self.stall = stall
    self.isStalled = isStalled
  }
}
