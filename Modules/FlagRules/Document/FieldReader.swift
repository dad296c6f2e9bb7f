import StrictJSON

/// Reads the members of one object of the file, and says where one is wrong.
struct FieldReader {
  let object: JSONObject
  let path: DocumentPath

  /// The members of `value`, which must be an object with no other members than `known`.
  init(_ value: JSONValue, at path: DocumentPath, known: [String]) throws(DocumentError) {
    guard case .object(let object) = value else {
      throw DocumentError(path, "must be an object, not \(value.kind.phrase)")
    }
    self.object = object
    self.path = path
    for member in object.members where !known.contains(where: { ByteString($0) == ByteString(member.key) }) {
      throw DocumentError(path[member.key], "unknown field; known are \(quotedList(known))")
    }
  }

  func has(_ name: String) -> Bool { object[name] != nil }

  /// The value of a member that must be there.
  func value(_ name: String) throws(DocumentError) -> JSONValue {
    guard let value = object[name] else { throw DocumentError(path[name], "missing") }
    return value
  }

  func string(_ name: String, default standard: String? = nil) throws(DocumentError) -> String {
    if let standard, !has(name) { return standard }
    return try Self.string(value(name), at: path[name])
  }

  func bool(_ name: String, default standard: Bool) throws(DocumentError) -> Bool {
    guard let value = object[name] else { return standard }
    guard case .bool(let bool) = value else {
      throw DocumentError(path[name], "must be true or false, not \(value.kind.phrase)")
    }
    return bool
  }

  func number(_ name: String, default standard: Double) throws(DocumentError) -> Double {
    switch object[name] {
    case nil: return standard
    case .integer(let integer): return Double(integer)
    case .number(let double): return double
    case .outOfRange: throw DocumentError(path[name], "is out of range")
    case let other?: throw DocumentError(path[name], "must be a number, not \(other.kind.phrase)")
    }
  }

  func integer(_ name: String) throws(DocumentError) -> Int? {
    guard let value = object[name] else { return nil }
    guard case .integer(let integer) = value, let int = Int(exactly: integer) else {
      throw DocumentError(path[name], "must be a whole number")
    }
    return int
  }

  func members(_ name: String) throws(DocumentError) -> JSONObject {
    guard let value = object[name] else { return [:] }
    guard case .object(let members) = value else {
      throw DocumentError(path[name], "must be an object, not \(value.kind.phrase)")
    }
    return members
  }

  /// The elements of an array, each read by `read`; none when the member is missing.
  func elements<Element>(
    _ name: String, _ read: (JSONValue, DocumentPath) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element] {
    guard let value = object[name] else { return [] }
    guard case .array(let values) = value else {
      throw DocumentError(path[name], "must be an array, not \(value.kind.phrase)")
    }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for (index, value) in values.enumerated() { elements.append(try read(value, path[name][index])) }
    return elements
  }

  /// A member that must be one of the names of `Name`.
  func name<Name>(_ name: String, of type: Name.Type) throws(DocumentError) -> Name
  where Name: RawRepresentable<String> & CaseIterable {
    let text = try string(name)
    guard let value = Name(rawValue: text) else {
      throw DocumentError(
        path[name], "unknown value \(quoted(text)); known are \(quotedList(Name.allCases.map(\.rawValue)))")
    }
    return value
  }

  static func string(_ value: JSONValue, at path: DocumentPath) throws(DocumentError) -> String {
    guard case .string(let text) = value else {
      throw DocumentError(path, "must be a string, not \(value.kind.phrase)")
    }
    return text
  }
}
