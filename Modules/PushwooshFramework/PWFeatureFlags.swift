import FeatureFlags

/// Reads feature flags, refreshes them, and tells when they changed.
///
/// There is one, `Pushwoosh.configure.featureFlags`. All members may be used from any thread. While nothing is
/// configured there are no flags and refreshes fail with code 0.
public final class PWFeatureFlags: Sendable {
  static let shared = PWFeatureFlags(.shared)

  let hub: Hub

  init(_ hub: Hub) {
    self.hub = hub
  }

  /// The flag under `key`, or nil when there is none to be read (R1).
  ///
  /// Answers from what is on the device, and waits for no network (R2). Keys match byte for byte (R3).
  public func get(_ key: String) -> PWFeatureFlag? {
    hub.activeClient?.get(key).map(PWFeatureFlag.init)
  }

  /// The state of the flag under `key`; `defaultValue` exactly when ``get(_:)`` gives nil (R4).
  public func isEnabled(_ key: String, default defaultValue: Bool) -> Bool {
    hub.activeClient?.isEnabled(key, default: defaultValue) ?? defaultValue
  }

  /// Calls `listener` on the main actor once after each refresh that changed a flag (L1).
  ///
  /// It is held weakly; adding it twice counts once (L2).
  public func addUpdateListener(_ listener: any PWFeatureFlagsUpdateListener) {
    hub.listeners.add(listener)
    hub.startIfConfigured()
  }

  /// Calls `listener` no more; safe inside its own callback (L2).
  public func removeUpdateListener(_ listener: any PWFeatureFlagsUpdateListener) {
    hub.listeners.remove(listener)
  }

  /// Sends the event `PW_FeatureFlagImpression` for the flag under `key`, in its rule and state of now (I1).
  ///
  /// One is sent for each user, flag, rule and state in a session (I2); without a flag nothing is sent (I3).
  public func logImpression(_ key: String) {
    hub.activeClient?.logImpression(key)
  }
}
