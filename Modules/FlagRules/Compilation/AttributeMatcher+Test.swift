import StrictJSON

extension AttributeMatcher {
  /// The matcher of a test that stands at `path`.
  ///
  /// - Throws: when the operand is missing, superfluous, or of a type that the operation does not compare.
  init(_ test: AttributeTest, at path: DocumentPath) throws(DocumentError) {
    let path = test.comparesVersions && !Self.takesVersions(test.operation) ? path["as"] : path["value"]
    guard !test.comparesVersions || Self.takesVersions(test.operation) else {
      throw DocumentError(path, "versions cannot be compared with \(quoted(test.operation.rawValue))")
    }
    switch test.operation {
    case .exists:
      guard test.operand == nil else { throw DocumentError(path, "\"exists\" takes no value") }
      self = .exists
    case .is:
      let operand = try Self.operand(test, at: path)
      self =
        test.comparesVersions
        ? .oneOfVersions([try Self.version(operand, at: path)]) : .oneOf([try Self.scalar(operand, at: path)])
    case .in:
      guard case .array(let operands) = try Self.operand(test, at: path) else {
        throw DocumentError(path, "must be an array")
      }
      self = try Self.oneOf(operands, areVersions: test.comparesVersions, at: path)
    case .contains: self = .contains(try Self.scalar(Self.operand(test, at: path), at: path))
    case .startsWith: self = .startsWith(Array(try Self.text(Self.operand(test, at: path), at: path).utf8))
    case .endsWith: self = .endsWith(Array(try Self.text(Self.operand(test, at: path), at: path).utf8))
    case .less: self = try Self.ordered(.less, test, at: path)
    case .atLeast: self = try Self.ordered(.atLeast, test, at: path)
    case .greater: self = try Self.ordered(.greater, test, at: path)
    case .atMost: self = try Self.ordered(.atMost, test, at: path)
    }
  }

  private static func takesVersions(_ operation: AttributeTest.Operation) -> Bool {
    switch operation {
    case .is, .in, .less, .atLeast, .greater, .atMost: true
    case .contains, .startsWith, .endsWith, .exists: false
    }
  }

  private static func oneOf(
    _ operands: [JSONValue], areVersions: Bool, at path: DocumentPath
  ) throws(DocumentError) -> AttributeMatcher {
    var versions: [SemanticVersion] = []
    var values: Set<JSONValue> = []
    for (index, operand) in operands.enumerated() {
      if areVersions {
        versions.append(try version(operand, at: path[index]))
      } else {
        values.insert(try scalar(operand, at: path[index]))
      }
    }
    return areVersions ? .oneOfVersions(versions) : .oneOf(values)
  }

  private static func ordered(
    _ ordering: Ordering, _ test: AttributeTest, at path: DocumentPath
  ) throws(DocumentError) -> AttributeMatcher {
    let operand = try operand(test, at: path)
    if test.comparesVersions { return .version(ordering, try version(operand, at: path)) }
    guard let number = ExactNumber(operand) else {
      throw DocumentError(path, "must be a number, or a version with \"as\": \"version\"")
    }
    return .number(ordering, number)
  }

  private static func operand(_ test: AttributeTest, at path: DocumentPath) throws(DocumentError) -> JSONValue {
    guard let operand = test.operand else { throw DocumentError(path, "missing") }
    return operand
  }

  private static func scalar(_ value: JSONValue, at path: DocumentPath) throws(DocumentError) -> JSONValue {
    switch value {
    case .string, .bool, .integer, .number: return value
    case .outOfRange: throw DocumentError(path, "is out of range")
    case .null, .array, .object: throw DocumentError(path, "must be a string, a number, true or false")
    }
  }

  private static func text(_ value: JSONValue, at path: DocumentPath) throws(DocumentError) -> String {
    guard case .string(let text) = value else { throw DocumentError(path, "must be a string") }
    return text
  }

  private static func version(_ value: JSONValue, at path: DocumentPath) throws(DocumentError) -> SemanticVersion {
    guard case .string(let text) = value, let version = SemanticVersion(text) else {
      throw DocumentError(path, "must be a version such as \"2.0.0\"")
    }
    return version
  }
}
