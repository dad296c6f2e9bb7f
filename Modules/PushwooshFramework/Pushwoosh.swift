public import FeatureFlags
public import PushwooshWire

/// The entry point, with the name that code written for the Pushwoosh iOS SDK uses.
///
/// ```swift
/// let flags = Pushwoosh.configure.featureFlags
/// let newCheckout = flags.isEnabled("new_checkout", default: false)
/// ```
public enum Pushwoosh {
  /// Everything that can be set and read; a type whose members are static, as in the SDK.
  public static var configure: PushwooshConfig.Type { PushwooshConfig.self }

  /// Chooses the adapters that flags are moved, kept and timed with, in place of the default ones.
  ///
  /// Call it before anything else. Later it ends the client that runs; the next use makes a new one of the new adapters,
  /// and listeners stay. Not part of the SDK.
  ///
  /// ```swift
  /// Pushwoosh.install { service in
  ///   let transport = MyTransport()
  ///   return Adapters(
  ///     wireFormat: PushwooshWireFormat(service: service), transport: transport, store: MyStore(), clock: SystemClock(),
  ///     eventSink: PushwooshEventSink(service: service, transport: transport))
  /// }
  /// ```
  /// - Parameter makeAdapters: called once for each client, on the thread that first needs it, under no lock. What it
  ///   throws is reported, and until something is set anew there are no flags (C2). It must not use this module.
  public static func install(adapters makeAdapters: @escaping @Sendable (PushwooshService) throws -> Adapters) {
    Hub.shared.install(makeAdapters)
  }

  /// Waits until all that was begun has ended: requests, impressions under way, writes to the store.
  ///
  /// For programs that are about to exit. Calls on the main actor are not waited for. Not part of the SDK.
  public static func settle() async {
    await Hub.shared.settle()
  }

  /// Ends timers and transfers at once; reads go on, refreshes fail with code 0 (C4). Not part of the SDK.
  public static func shutdown() {
    Hub.shared.shutdown()
  }
}
