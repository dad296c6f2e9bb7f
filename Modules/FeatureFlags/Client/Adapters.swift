/// The parts that a client is put together from: one for each port, and the dialect of the service.
public struct Adapters: Sendable {
  /// How the service is spoken to.
  public var wireFormat: any WireFormat

  /// What moves requests and answers.
  public var transport: any Ports.Transport

  /// Where things are kept.
  public var store: any Ports.Store

  /// What tells the time.
  public var clock: any Ports.Clock

  /// Where impressions go.
  public var eventSink: any Ports.EventSink

  /// Receives what is worth knowing (C5), on a queue of the client's and never under a lock; nil for none.
  public var diagnostics: (@Sendable (Diagnostic) -> Void)?

  /// The given parts.
  public init(
    wireFormat: any WireFormat, transport: any Ports.Transport, store: any Ports.Store, clock: any Ports.Clock,
    eventSink: any Ports.EventSink, diagnostics: (@Sendable (Diagnostic) -> Void)? = nil
  ) {
    self.wireFormat = wireFormat
    self.transport = transport
    self.store = store
    self.clock = clock
    self.eventSink = eventSink
    self.diagnostics = diagnostics
  }
}

extension Adapters: CustomStringConvertible, CustomReflectable {
  /// The types of the parts, which may hold secrets themselves.
  public var description: String {
    let parts: [Any] = [wireFormat, transport, store, clock, eventSink]
    return "Adapters(\(parts.map { "\(type(of: $0))" }.joined(separator: ", ")))"
  }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
