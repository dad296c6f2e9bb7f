extension FeatureFlagsClient {
  /// The flag under `key`, or nil when there is none to be read (R1).
  ///
  /// There is none when the device has no flags yet, the server's answer lacks the key, the stored flags are 24 h old,
  /// or they belong to another identity. Never waits for network, disk or a refresh (R2).
  /// - Parameter key: matched byte for byte (R3).
  public func get(_ key: String) -> Flag? {
    let clock = engine.adapters.clock
    return engine.publisher.snapshot.flag(key, at: clock.uptime)
  }

  /// The state of the flag under `key`; `defaultValue` exactly when ``get(_:)`` gives nil (R4).
  public func isEnabled(_ key: String, default defaultValue: Bool) -> Bool {
    get(key)?.isEnabled ?? defaultValue
  }

  /// All flags that can be read now, sorted by the bytes of their keys (R8).
  public var allFlags: [Flag] {
    engine.publisher.snapshot.flags(at: engine.adapters.clock.uptime())
  }
}
