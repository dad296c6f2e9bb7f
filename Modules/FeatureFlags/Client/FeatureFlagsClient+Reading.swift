extension FeatureFlagsClient {
  /// The flag under `key`, or nil when there is none to be read (R1).
  ///
  /// There is none when the device has no flags yet, the server's answer lacks the key, the stored flags are 24 h old,
  /// or they belong to another identity. Never waits for network, disk or a refresh (R2).
  /// - Parameter key: matched byte for byte (R3).
  public func get(_ key: String) -> Flag? {
    publisher.flag(key)
  }

  /// The state of the flag under `key`; `defaultValue` exactly when ``get(_:)`` gives nil (R4).
  ///
  /// The quickest read by key: it makes no object and counts no reference.
  public func isEnabled(_ key: String, default defaultValue: Bool) -> Bool {
    publisher.isEnabled(key) ?? defaultValue
  }

  /// A handle of the flag under `key`, for the hottest code; the flag need not exist yet.
  ///
  /// Make it once and keep it: making one costs more than a read.
  public func flag(_ key: String) -> FlagHandle {
    FlagHandle(publisher.cell(for: key))
  }

  /// All flags that can be read now, sorted by the bytes of their keys (R8).
  public var allFlags: [Flag] {
    publisher.snapshot.flags(at: engine.adapters.clock.uptime())
  }
}
