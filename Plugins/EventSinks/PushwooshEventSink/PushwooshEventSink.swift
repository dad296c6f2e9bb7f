public import FeatureFlags
public import PushwooshWire

/// Posts events to the service with `postEvent`, over any transport.
///
/// One attempt for each event: what failed is sent again by the next `logImpression` (I4). It keeps no state of its own
/// and may be called from many tasks.
public struct PushwooshEventSink: Ports.EventSink {
  /// The limits of an exchange.
  public struct Configuration: Sendable, Hashable {
    /// How long a delivery may take.
    public var timeout: Duration

    /// How many bytes an answer may have, decoded.
    public var maximumResponseBytes: Int

    /// Limits with the given values; by default 30 s and 1 MiB.
    public init(timeout: Duration = .seconds(30), maximumResponseBytes: Int = 1 << 20) {
      self.timeout = timeout
      self.maximumResponseBytes = maximumResponseBytes
    }
  }

  private let format: EnvelopeFormat
  private let transport: any Ports.Transport
  private let secondsFromUTC: @Sendable (WallTime) -> Int64

  /// A sink that posts to `service` through `transport`.
  ///
  /// Give it the service that the flags are asked of, so that both follow one base URL, proxy and token.
  public init(
    service: PushwooshService, transport: any Ports.Transport, configuration: Configuration = Configuration()
  ) {
    self.init(
      service: service, transport: transport, configuration: configuration,
      secondsFromUTC: LocalTime.secondsFromUTC(at:))
  }

  /// The same with a time zone of one's own: how many seconds local time is ahead of UTC at a moment.
  package init(
    service: PushwooshService, transport: any Ports.Transport, configuration: Configuration = Configuration(),
    secondsFromUTC: @escaping @Sendable (WallTime) -> Int64
  ) {
    format = EnvelopeFormat(
      service: service, timeout: configuration.timeout, maximumResponseBytes: configuration.maximumResponseBytes)
    self.transport = transport
    self.secondsFromUTC = secondsFromUTC
  }

  /// Posts `event` and returns once the service has taken it.
  ///
  /// - Throws: when no answer came or it was no success; the words hold neither the event nor the answer's text.
  public func deliver(_ event: Ports.Event) async throws(EventSinkError) {
    let call = try Self.delivering { () throws(EnvelopeError) in
      try format.postEvent(event, secondsFromUTC: secondsFromUTC(event.time))
    }
    let response: HTTPResponse
    do {
      response = try await transport.send(call.request)
    } catch {
      throw EventSinkError("event not delivered: \(error.message)")
    }
    try Self.delivering { () throws(EnvelopeError) in try format.checkSuccess(of: response, to: call) }
  }

  /// What `body` returns; its error as the sink's.
  private static func delivering<Result>(
    _ body: () throws(EnvelopeError) -> Result
  ) throws(EventSinkError) -> Result {
    do {
      return try body()
    } catch {
      throw EventSinkError("event not delivered: \(error.message)")
    }
  }
}
