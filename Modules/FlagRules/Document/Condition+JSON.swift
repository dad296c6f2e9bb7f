public import StrictJSON

extension Condition {
  /// The members that say what a condition is; each has exactly one of them.
  private static let kinds = ["all", "any", "not", "attribute", "segment", "saw-flag"]

  /// All members that a condition may have.
  fileprivate static let members = kinds + ["op", "value", "as"]

  /// Reads a condition of the shape that it has in a flags file.
  ///
  /// - Throws: the path of the offending member, counted from the condition.
  public init(json value: JSONValue) throws(DocumentError) {
    try self.init(json: value, at: .root)
  }

  init(json value: JSONValue, at path: DocumentPath) throws(DocumentError) {
    try self.init(FieldReader(value, at: path, known: Self.members))
  }

  /// Reads the condition whose members, perhaps among others, are `fields`.
  fileprivate init(_ fields: FieldReader) throws(DocumentError) {
    let path = fields.path
    let kinds = Self.kinds.filter(fields.has)
    guard let kind = kinds.first, kinds.count == 1 else {
      throw DocumentError(path, "must have exactly one of \(quotedList(Self.kinds))")
    }
    if kind != "attribute", let stray = ["op", "value", "as"].first(where: fields.has) {
      throw DocumentError(path[stray], "goes only with \"attribute\"")
    }
    switch kind {
    case "all": self = .all(try Self.conditions(fields, "all"))
    case "any": self = .any(try Self.conditions(fields, "any"))
    case "not": self = .not(try Condition(json: fields.value("not"), at: path["not"]))
    case "segment": self = .segment(try fields.string("segment"))
    case "saw-flag": self = .sawFlag(try fields.string("saw-flag"))
    default: self = .attribute(try AttributeTest(fields))
    }
  }

  private static func conditions(_ fields: FieldReader, _ name: String) throws(DocumentError) -> [Condition] {
    try fields.elements(name) { (value, path) throws(DocumentError) in try Condition(json: value, at: path) }
  }

  /// The condition as a value of the file; reading it back gives an equal condition.
  public var json: JSONValue {
    switch self {
    case .all(let conditions): .object(["all": .array(conditions.map(\.json))])
    case .any(let conditions): .object(["any": .array(conditions.map(\.json))])
    case .not(let condition): .object(["not": condition.json])
    case .segment(let name): .object(["segment": .string(name)])
    case .sawFlag(let key): .object(["saw-flag": .string(key)])
    case .attribute(let test): test.json
    }
  }
}

extension AttributeTest {
  fileprivate init(_ fields: FieldReader) throws(DocumentError) {
    attribute = try fields.string("attribute")
    operation = try fields.name("op", of: Operation.self)
    operand = fields.object["value"]
    comparesVersions = fields.has("as")
    if comparesVersions {
      let type = try fields.string("as")
      guard type == "version" else {
        throw DocumentError(fields.path["as"], "unknown value \(quoted(type)); known is \"version\"")
      }
    }
  }

  fileprivate var json: JSONValue {
    var object: JSONObject = ["attribute": .string(attribute), "op": .string(operation.rawValue)]
    object["value"] = operand
    if comparesVersions { object["as"] = .string("version") }
    return .object(object)
  }
}

extension Segment {
  /// Reads the segment `name` of the shape that it has in a flags file.
  ///
  /// - Throws: the path of the offending member, counted from the segment.
  public init(name: String, json value: JSONValue) throws(DocumentError) {
    try self.init(name: name, json: value, at: .root)
  }

  init(name: String, json value: JSONValue, at path: DocumentPath) throws(DocumentError) {
    self.name = name
    let fields = try FieldReader(value, at: path, known: Condition.members + ["latency-ms"])
    condition = try Condition(fields)
    latencyMilliseconds = try fields.integer("latency-ms")
  }

  /// The segment as a value of the file, without its name.
  public var json: JSONValue {
    guard case .object(var object) = condition.json else { return condition.json }
    object["latency-ms"] = latencyMilliseconds.map { .integer(Int64($0)) }
    return .object(object)
  }
}
