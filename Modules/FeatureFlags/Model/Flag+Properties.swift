extension Flag {
  /// The text of a property; `defaultValue` when it is missing or no string (R6).
  public func string(forProperty name: String, default defaultValue: String) -> String {
    guard case .string(let value)? = readProperties({ $0[name] }) else { return defaultValue }
    return value
  }

  /// The value of a property as the nearest `Double`; `defaultValue` when it is missing or no number (R6).
  public func number(forProperty name: String, default defaultValue: Double) -> Double {
    readProperties { $0.double(under: name) } ?? defaultValue
  }

  /// The value of a property; `defaultValue` when it is missing or no boolean, and 1 is none (R6).
  public func bool(forProperty name: String, default defaultValue: Bool) -> Bool {
    guard case .bool(let value)? = readProperties({ $0[name] }) else { return defaultValue }
    return value
  }

  /// The value of a property without loss; `defaultValue` when it is missing or no integral number of `Int64` (R8).
  public func integer(forProperty name: String, default defaultValue: Int64) -> Int64 {
    guard case .integer(let value)? = readProperties({ $0[name] }) else { return defaultValue }
    return value
  }

  /// The members of a property; nil when it is missing or no object (R6).
  public func jsonObject(forProperty name: String) -> JSONObject? {
    guard case .object(let value)? = readProperties({ $0[name] }) else { return nil }
    return value
  }

  /// The elements of a property; nil when it is missing or no array (R6).
  public func jsonArray(forProperty name: String) -> [JSONValue]? {
    guard case .array(let value)? = readProperties({ $0[name] }) else { return nil }
    return value
  }
}
