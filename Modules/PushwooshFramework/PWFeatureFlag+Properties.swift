import FeatureFlags

extension PWFeatureFlag {
  /// The text of a property; `defaultValue` when it is missing or no string (R6).
  public func string(forProperty name: String, default defaultValue: String?) -> String? {
    guard case .string(let text)? = flag.properties[name] else { return defaultValue }
    return text
  }

  /// The number of a property as the nearest `Double`; `defaultValue` when it is missing or no number (R6).
  public func number(forProperty name: String, default defaultValue: Double) -> Double {
    flag.number(forProperty: name, default: defaultValue)
  }

  /// The boolean of a property; `defaultValue` when it is missing or no boolean, and 1 is none (R6).
  public func bool(forProperty name: String, default defaultValue: Bool) -> Bool {
    flag.bool(forProperty: name, default: defaultValue)
  }

  /// The members of a property; nil when it is missing or no object (R6).
  ///
  /// Inside are `String`, `Bool`, `NSNumber`, `NSNull`, `[Any]` and `[String: Any]`: a number can be cast to `Int` and to
  /// `Double` where it fits, as on iOS, and a boolean to `Bool` alone. Of two members whose names Unicode takes for
  /// equal the dictionary keeps the last.
  public func jsonObject(forProperty name: String) -> [String: Any]? {
    flag.jsonObject(forProperty: name).map(FoundationValue.dictionary)
  }

  /// The elements of a property; nil when it is missing or no array (R6).
  ///
  /// Inside are the same types as in ``jsonObject(forProperty:)``.
  public func jsonArray(forProperty name: String) -> [Any]? {
    flag.jsonArray(forProperty: name).map(FoundationValue.array)
  }
}
