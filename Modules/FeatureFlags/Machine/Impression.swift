/// What makes an impression one of a kind within a process (I2).
struct ImpressionKey: Sendable, Hashable {
  var session: Int
  var identity: Identity
  var flagKey: ByteString
  var ruleID: ByteString
  var isEnabled: Bool
}

/// An impression on its way to the sink, with the identity and time of the call (I5).
package struct Impression: Sendable {
  package var id: DeliveryID
  package var event: Ports.Event
}
