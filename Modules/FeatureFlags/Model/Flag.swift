/// A feature flag as the server evaluated it for one device and user (R5).
///
/// A value: it does not change when a later refresh does. Copying it copies one reference.
public struct Flag: Sendable {
  private let storage: Storage

  /// What a flag holds, shared by all copies of it and never changed.
  private final class Storage: Sendable {
    let key: String
    let isEnabled: Bool
    let ruleID: String
    let properties: LazyJSONObject

    init(key: String, isEnabled: Bool, ruleID: String, properties: consuming LazyJSONObject) {
      self.key = key
      self.isEnabled = isEnabled
      self.ruleID = ruleID
      self.properties = properties
    }
  }

  /// A flag with the given parts.
  public init(key: String, isEnabled: Bool, ruleID: String, properties: JSONObject = [:]) {
    self.init(key: key, isEnabled: isEnabled, ruleID: ruleID, properties: LazyJSONObject(properties))
  }

  /// A flag whose properties may still be text.
  init(key: String, isEnabled: Bool, ruleID: String, properties: consuming LazyJSONObject) {
    storage = Storage(key: key, isEnabled: isEnabled, ruleID: ruleID, properties: properties)
  }

  /// The key under which it is read; keys match byte for byte (R3).
  public var key: String { storage.key }

  /// True when the flag is on.
  public var isEnabled: Bool { storage.isEnabled }

  /// The rule that decided: for example `r_1a2b3c4d`, `default` when no rule matched, empty when the flag was killed (R5).
  public var ruleID: String { storage.ruleID }

  /// All properties; for an off flag the defaults set on the server (R7).
  public var properties: JSONObject { storage.properties.object }

  /// Runs `body` with the properties, without counting a reference to them.
  @inline(__always)
  func readProperties<Result>(_ body: (borrowing JSONObject) -> Result) -> Result { storage.properties.read(body) }

  /// Writes the properties to `writer`.
  func writeProperties(to writer: inout JSONWriter) { storage.properties.write(to: &writer) }
}

extension Flag: Hashable {
  /// True when key, state, rule and every property are equal: what a listener would call unchanged (L1).
  public static func == (left: Flag, right: Flag) -> Bool {
    left.storage === right.storage
      || (left.isEnabled == right.isEnabled && ByteString(left.key) == ByteString(right.key)
        && ByteString(left.ruleID) == ByteString(right.ruleID)
        && left.storage.properties.isEqual(to: right.storage.properties))
  }

  /// Feeds key, state and rule to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ByteString(key))
    hasher.combine(isEnabled)
    hasher.combine(ByteString(ruleID))
  }
}

extension Flag: CustomStringConvertible {
  /// Key, state and rule.
  public var description: String { "\(key): \(isEnabled ? "on" : "off") (\(ruleID.isEmpty ? "killed" : ruleID))" }
}
