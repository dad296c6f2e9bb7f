public import StrictJSON

extension FlagDefinition {
  /// Reads one flag of the shape that it has in a flags file.
  ///
  /// - Throws: the path of the offending member, counted from the flag.
  public init(json value: JSONValue) throws(DocumentError) {
    try self.init(json: value, at: .root)
  }

  init(json value: JSONValue, at path: DocumentPath) throws(DocumentError) {
    let fields = try FieldReader(
      value, at: path, known: ["key", "name", "archived", "killed", "properties", "rules", "default"])
    key = try fields.string("key")
    name = try fields.string("name", default: "")
    isArchived = try fields.bool("archived", default: false)
    isKilled = try fields.bool("killed", default: false)
    properties = try fields.elements("properties") { (value, path) throws(DocumentError) in
      try PropertyDefinition(json: value, at: path)
    }
    rules = try fields.elements("rules") { (value, path) throws(DocumentError) in try Rule(json: value, at: path) }
    defaultRule =
      try fields.object["default"].map { (value) throws(DocumentError) in
        try DefaultRule(json: value, at: path["default"])
      } ?? DefaultRule()
  }

  /// The flag as a value of the file; reading it back gives an equal flag.
  public var json: JSONValue {
    .object([
      "key": .string(key), "name": .string(name), "archived": .bool(isArchived), "killed": .bool(isKilled),
      "properties": .array(properties.map(\.json)), "rules": .array(rules.map(\.json)), "default": defaultRule.json,
    ])
  }
}

extension PropertyDefinition {
  init(json value: JSONValue, at path: DocumentPath) throws(DocumentError) {
    let fields = try FieldReader(value, at: path, known: ["key", "type", "default"])
    key = try fields.string("key")
    kind = try fields.name("type", of: Kind.self)
    defaultValue = try fields.value("default")
  }

  /// The property as a value of the file.
  public var json: JSONValue {
    .object(["key": .string(key), "type": .string(kind.rawValue), "default": defaultValue])
  }
}

extension Rule {
  init(json value: JSONValue, at path: DocumentPath) throws(DocumentError) {
    let fields = try FieldReader(
      value, at: path, known: ["id", "segment", "when", "rollout", "enabled", "properties"])
    id = try fields.string("id")
    switch (fields.object["segment"], fields.object["when"]) {
    case (nil, nil): target = .everyone
    case (let name?, nil): target = .segment(try FieldReader.string(name, at: path["segment"]))
    case (nil, let condition?): target = .condition(try Condition(json: condition, at: path["when"]))
    case (_?, _?): throw DocumentError(path["when"], "a rule has either \"segment\" or \"when\", not both")
    }
    rollout = try fields.number("rollout", default: 100)
    isEnabled = try fields.bool("enabled", default: true)
    properties = try fields.members("properties")
  }

  /// The rule as a value of the file.
  public var json: JSONValue {
    var object: JSONObject = ["id": .string(id)]
    switch target {
    case .everyone: break
    case .segment(let name): object["segment"] = .string(name)
    case .condition(let condition): object["when"] = condition.json
    }
    object["rollout"] = JSONValue(exactly: rollout) ?? .null
    object["enabled"] = .bool(isEnabled)
    object["properties"] = .object(properties)
    return .object(object)
  }
}

extension DefaultRule {
  init(json value: JSONValue, at path: DocumentPath) throws(DocumentError) {
    let fields = try FieldReader(value, at: path, known: ["enabled", "properties"])
    isEnabled = try fields.bool("enabled", default: false)
    properties = try fields.members("properties")
  }

  /// The default rule as a value of the file; properties only where there are some.
  public var json: JSONValue {
    var object: JSONObject = ["enabled": .bool(isEnabled)]
    if !properties.isEmpty { object["properties"] = .object(properties) }
    return .object(object)
  }
}
