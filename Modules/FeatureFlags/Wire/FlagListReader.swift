/// Reads a JSON list of flags under the field names of one dialect.
///
/// The stored record and the service's answer have the same shape under names of their own; this is the one reader of it.
public struct FlagListReader: Sendable {
  /// What the members of a flag are called.
  public struct FieldNames: Sendable, Hashable {
    /// The member with the key, a string; required.
    public var key: String
    /// The member with the state, a boolean; required.
    public var isEnabled: String
    /// The member with the rule, a string; empty when missing.
    public var ruleID: String
    /// The member with the properties, an object; empty when missing.
    public var properties: String

    /// Field names with the given spelling.
    public init(key: String, isEnabled: String, ruleID: String, properties: String) {
      self.key = key
      self.isEnabled = isEnabled
      self.ruleID = ruleID
      self.properties = properties
    }
  }

  /// The flags read so far, of equal keys the last, in the order in which the keys first came.
  public private(set) var flags: [Flag] = []

  /// What could not be read.
  public private(set) var droppedFlags: [Evaluation.DroppedFlag] = []

  private let names: FieldNames

  /// A reader for flags spelled with `names`.
  public init(names: FieldNames) {
    self.names = names
  }

  /// Reads the array that stands next in `reader`.
  ///
  /// An element that is no readable flag is put among ``droppedFlags``; only text that is no JSON fails.
  public mutating func readFlags(from reader: inout JSONReader) throws(JSONError) {
    var index = 0
    try reader.readArray { (reader) throws(JSONError) in
      switch try readFlag(from: &reader) {
      case .success(let flag): flags.append(flag)
      case .failure(let problem): droppedFlags.append(.init(index: index, problem: problem.words))
      }
      index += 1
    }
    if !KeyIndex(flags.map(\.key)).isOfDistinctKeys { keepLastOfEachKey() }
  }

  private mutating func keepLastOfEachKey() {
    var positions: [ByteString: Int] = [:]
    var kept: [Flag] = []
    for flag in flags {
      let key = ByteString(flag.key)
      if let position = positions[key] {
        kept[position] = flag
      } else {
        positions[key] = kept.count
        kept.append(flag)
      }
    }
    flags = kept
  }

  private struct Problem: Error {
    let words: String
  }

  private func readFlag(from reader: inout JSONReader) throws(JSONError) -> Result<Flag, Problem> {
    guard try reader.peek() == .object else {
      try reader.skipValue()
      return .failure(Problem(words: "is no object"))
    }
    var key: JSONValue?
    var isEnabled: JSONValue?
    var ruleID: JSONValue = .string("")
    var properties: LazyJSONObject? = LazyJSONObject([:])
    try reader.readObject { (name, reader) throws(JSONError) in
      switch ByteString(name) {
      case ByteString(names.key): key = try reader.readValue()
      case ByteString(names.isEnabled): isEnabled = try reader.readValue()
      case ByteString(names.ruleID): ruleID = try reader.readValue()
      case ByteString(names.properties):
        if try reader.peek() == .object {
          properties = try LazyJSONObject(from: &reader)
        } else {
          properties = nil
          try reader.skipValue()
        }
      default: try reader.skipValue()
      }
    }
    guard case .string(let key)? = key else { return .failure(Problem(words: "has no string '\(names.key)'")) }
    guard case .bool(let isEnabled)? = isEnabled else {
      return .failure(Problem(words: "has no boolean '\(names.isEnabled)'"))
    }
    guard case .string(let ruleID) = ruleID else {
      return .failure(Problem(words: "has a '\(names.ruleID)' that is no string"))
    }
    guard let properties = properties.take() else {
      return .failure(Problem(words: "has '\(names.properties)' that are no object"))
    }
    return .success(Flag(key: key, isEnabled: isEnabled, ruleID: ruleID, properties: properties))
  }
}
