public import FeatureFlags
import Locking

/// A client in memory for the tests of an app, and the flags it gets: set one, and see the app react.
///
/// ```swift
/// let flags = try FeatureFlagsClient.testing(flags: [Flag(key: "new_checkout", isEnabled: false, ruleID: "default")])
/// let model = CheckoutModel(client: flags.client)
/// await flags.set("new_checkout", isEnabled: true, properties: ["button_color": "green"])
/// #expect(model.buttonColor == "green")
/// ```
///
/// The flags are readable at once, nothing leaves the process, and time stands still unless ``clock`` is moved. All rules
/// hold as they do in production. Safe from any thread.
public final class TestFlags: Sendable {
  /// The client under the app.
  public let client: FeatureFlagsClient

  /// What tells the client the time.
  public let clock = ManualClock()

  /// What takes the client's impressions.
  public let impressions = RecordingEventSink()

  private let service: TestFlagService

  private static let deviceID = "test-device"

  /// A client that reads `flags`.
  ///
  /// - Parameters:
  ///   - flags: what the client knows from the start.
  ///   - userID: its User ID.
  /// - Throws: never in practice: the configuration is one that works.
  public init(_ flags: [Flag] = [], userID: String = "test-user") throws(ConfigurationError) {
    service = TestFlagService(flags)
    client = try FeatureFlagsClient(
      configuration: .init(
        applicationCode: "TESTS-00001", userID: userID, deviceID: Self.deviceID, isThrottlingDisabled: true),
      adapters: Adapters(
        wireFormat: service, transport: service,
        store: TestFlagStore(
          flags, userID: UserID.trimmed(userID) ?? Self.deviceID, receivedAt: clock.now()), clock: clock,
        eventSink: impressions))
  }

  /// Puts `flag` on the server in place of any of its key, and has the client ask for it.
  ///
  /// When it returns the client reads it, and listeners and changes have been told.
  public func set(_ flag: Flag) async {
    service.change { flags in
      flags.removeAll { ByteString($0.key) == ByteString(flag.key) }
      flags.append(flag)
    }
    await refresh()
  }

  /// Puts a flag with these parts on the server, and has the client ask for it.
  public func set(
    _ key: String, isEnabled: Bool, ruleID: String = "r_test", properties: JSONObject = [:]
  ) async {
    await set(Flag(key: key, isEnabled: isEnabled, ruleID: ruleID, properties: properties))
  }

  /// Takes the flag of `key` off the server, and has the client ask.
  public func remove(_ key: String) async {
    service.change { flags in flags.removeAll { ByteString($0.key) == ByteString(key) } }
    await refresh()
  }

  /// Has every request fail with `error` from now on; nil has them succeed again.
  public func failRefreshes(with error: TransportError?) {
    service.fail(with: error)
  }

  private func refresh() async {
    // A failure is what the test asked for; the client keeps what it had.
    _ = try? await client.refresh()
    await client.settleIncludingMainCalls()
  }
}

extension FeatureFlagsClient {
  /// A client in memory for the tests of an app; see ``TestFlags``.
  ///
  /// - Throws: never in practice: the configuration is one that works.
  public static func testing(
    flags: [Flag] = [], userID: String = "test-user"
  ) throws(ConfigurationError) -> TestFlags {
    try TestFlags(flags, userID: userID)
  }
}
