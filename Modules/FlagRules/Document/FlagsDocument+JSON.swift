public import StrictJSON

extension FlagsDocument {
  /// Reads the text of a flags file.
  ///
  /// Only the shape is checked here: fields, their types, and that none comes twice or is unknown. What the document
  /// means is checked when a ``Ruleset`` is made of it.
  /// - Throws: the path of the offending member, or for text that is no JSON the byte at which it stops being so.
  public init(json bytes: [UInt8]) throws(DocumentError) {
    let value: JSONValue
    do {
      value = try JSONReader.value(of: bytes)
      if let path = try DuplicateMemberSearch(bytes).finding { throw DocumentError(path, "comes twice") }
    } catch let error as JSONError {
      throw DocumentError(path: "", message: "no valid JSON: \(error)")
    } catch let error as DocumentError {
      throw error
    } catch {
      throw DocumentError(path: "", message: "\(error)")
    }
    try self.init(json: value)
  }

  /// Reads a parsed flags file.
  ///
  /// - Throws: the path of the offending member.
  public init(json value: JSONValue) throws(DocumentError) {
    let fields = try FieldReader(value, at: .root, known: ["applications", "segments", "flags"])
    applications = try fields.elements("applications") { (value, path) throws(DocumentError) in
      try Application(json: value, at: path)
    }
    segments = []
    for member in try fields.members("segments").members {
      segments.append(
        try Segment(name: member.key, json: member.value, at: DocumentPath.root["segments"][member.key]))
    }
    flags = try fields.elements("flags") { (value, path) throws(DocumentError) in
      try FlagDefinition(json: value, at: path)
    }
  }

  /// The document as the value of a flags file; reading it back gives an equal document.
  public var json: JSONValue {
    var segmentsByName = JSONObject()
    for segment in segments { segmentsByName[segment.name] = segment.json }
    return .object([
      "applications": .array(applications.map(\.json)),
      "segments": .object(segmentsByName),
      "flags": .array(flags.map(\.json)),
    ])
  }
}

extension Application {
  init(json value: JSONValue, at path: DocumentPath) throws(DocumentError) {
    let fields = try FieldReader(value, at: path, known: ["code", "featureFlags"])
    code = try fields.string("code")
    hasFeatureFlags = try fields.bool("featureFlags", default: true)
  }

  /// The application as a value of the file.
  public var json: JSONValue { .object(["code": .string(code), "featureFlags": .bool(hasFeatureFlags)]) }
}
