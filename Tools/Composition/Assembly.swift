import CurlTransport
public import DurableEventSink
public import FeatureFlags
public import FeatureFlagsTesting
import FixtureTransport
import InMemoryStore
import JSONFileStore
import PushwooshEventSink
public import PushwooshWire
import StdoutEventSink
import SystemClock
import TeeEventSink

/// The composition root: from a configuration to the parts of a client, and from those to the client.
///
/// This is the one place that knows every adapter. A custom build is a file like this one with fewer imports.
public struct Assembly: Sendable, CustomStringConvertible, CustomReflectable {
  /// What it was made from.
  public let configuration: Configuration

  /// The service's base URL, proxy and token, which may be changed while clients run.
  public let service: PushwooshService

  /// One adapter for each port; several clients, one after the other, may use them.
  public let adapters: Adapters

  /// The clock, if it is one that is moved by hand.
  public let manualClock: ManualClock?

  /// Where impressions wait until they are delivered, if they do.
  public let eventQueue: DurableEventSink?

  /// Chooses and makes the parts.
  ///
  /// - Parameters:
  ///   - output: where the stdout sink writes a line; nil for the standard output itself.
  ///   - diagnostics: see `Adapters.diagnostics`.
  /// - Throws: `SettingError` naming the value that cannot be used (C2).
  public init(
    _ configuration: Configuration, output: (@Sendable ([UInt8]) throws(EventSinkError) -> Void)? = nil,
    diagnostics: (@Sendable (Diagnostic) -> Void)? = nil
  ) throws(SettingError) {
    let service = try Self.service(configuration)
    let manualClock = configuration.clock == .manual ? ManualClock() : nil
    let transport = Self.transport(configuration)

    self.configuration = configuration
    self.service = service
    self.manualClock = manualClock
    let clock: any Ports.Clock = manualClock ?? SystemClock()
    let sink = Self.eventSink(configuration, service: service, transport: transport, output: output)
    eventQueue = configuration.eventQueue.map {
      DurableEventSink(sink, configuration: .init(directory: $0), clock: clock)
    }
    adapters = Adapters(
      wireFormat: PushwooshWireFormat(service: service, configuration: .init(timeout: configuration.timeout)),
      transport: transport,
      store: Self.store(configuration),
      clock: clock,
      eventSink: eventQueue ?? sink,
      diagnostics: diagnostics)
  }

  /// A client of these parts.
  ///
  /// - Parameter userID: in place of the configured one; nil for that.
  /// - Throws: `SettingError` naming the value that cannot be used (C2).
  public func makeClient(userID: String? = nil) throws(SettingError) -> FeatureFlagsClient {
    let configuration = FeatureFlagsClient.Configuration(
      applicationCode: configuration.applicationCode, userID: userID ?? configuration.userID,
      deviceID: configuration.deviceID, app: configuration.app, isAppExtension: configuration.isAppExtension,
      isThrottlingDisabled: configuration.isThrottlingDisabled,
      isCommunicationStoppedInitially: configuration.isCommunicationStoppedInitially)
    do {
      // With a clock that is moved by hand every run is to be the same.
      return try manualClock == nil
        ? FeatureFlagsClient(configuration: configuration, adapters: adapters)
        : FeatureFlagsClient(configuration: configuration, adapters: adapters, jitterSeed: 0)
    } catch {
      throw SettingError(error)
    }
  }

  /// Tries once to deliver what waits in the queue of events, if there is one.
  ///
  /// - Returns: how many events still wait.
  @discardableResult
  public func flushEvents() async -> Int { await eventQueue?.flush() ?? 0 }

  /// The configuration's description: the parts may hold secrets.
  public var description: String { "Assembly of \(configuration)" }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }

  private static func service(_ configuration: Configuration) throws(SettingError) -> PushwooshService {
    let service: PushwooshService
    do throws(PushwooshConfigurationError) {
      // Headers are checked with or without a proxy: one may be set later.
      let proxy = try ReverseProxy(url: configuration.reverseProxy ?? "", headers: configuration.proxyHeaders)
      service = try PushwooshService(
        .init(
          applicationCode: configuration.applicationCode, baseURL: configuration.baseURL,
          reverseProxy: configuration.reverseProxy == nil ? nil : proxy, apiToken: configuration.apiToken,
          allowsInsecureHTTP: configuration.allowsInsecureHTTP, sdkVersion: version))
    } catch {
      throw SettingError(error)
    }
    try checkProxy(configuration, service)
    return service
  }

  /// C2: the service keeps a proxy that it cannot use and fails each request; a configured one is to fail at start.
  ///
  /// One that is a URL but lacks `json/1.3/` is let through: T10 says what becomes of that.
  private static func checkProxy(
    _ configuration: Configuration, _ service: PushwooshService
  ) throws(SettingError) {
    guard let url = configuration.reverseProxy,
      (try? BaseURL(url, allowsInsecureHTTP: configuration.allowsInsecureHTTP)) == nil,
      let obstacle = PushwooshWireFormat(service: service).obstacle
    else { return }
    throw SettingError(.reverseProxy, from: nil, obstacle.message)
  }

  private static func transport(_ configuration: Configuration) -> any Ports.Transport {
    switch configuration.transport {
    case .curl:
      CurlTransport(
        .init(
          certificateAuthorityFile: configuration.certificateAuthorityFile,
          pinnedPublicKeys: configuration.pinnedPublicKeys))
    case .fixture(let directory): FixtureTransport(.init(directory: directory))
    }
  }

  private static func store(_ configuration: Configuration) -> any Ports.Store {
    switch configuration.store {
    case .file(let directory): JSONFileStore(.init(directory: directory))
    case .memory: InMemoryStore()
    }
  }

  private static func eventSink(
    _ configuration: Configuration, service: PushwooshService, transport: any Ports.Transport,
    output: (@Sendable ([UInt8]) throws(EventSinkError) -> Void)?
  ) -> any Ports.EventSink {
    let sinks = configuration.sinks.compactMap { choice -> (any Ports.EventSink)? in
      switch choice {
      case .stdout: StdoutEventSink(output.map { .init(output: $0) } ?? .init())
      case .pushwoosh:
        PushwooshEventSink(service: service, transport: transport, configuration: .init(timeout: configuration.timeout))
      case .none: nil
      }
    }
    return sinks.count == 1 ? sinks[0] : TeeEventSink(sinks)
  }
}

/// The version of the product.
public let version = PushwooshService.sdkVersion
