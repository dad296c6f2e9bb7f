import StrictJSON

/// What is wrong with the body of a request, and where in it.
struct BodyError: Error, Hashable {
  var path: String
  var message: String

  init(_ path: String, _ message: String) {
    self.path = path
    self.message = message
  }

  /// The response to it.
  var response: Response {
    .envelope(400, path.isEmpty ? message : "\(path): \(message)", path: path.isEmpty ? nil : path)
  }
}

/// The members of an object in the body of a request; the errors name the field and never repeat its value.
struct BodyFields {
  let object: JSONObject
  private let prefix: String

  /// The object that is the whole body.
  init(json bytes: [UInt8]) throws(BodyError) {
    let value: JSONValue
    do {
      value = try JSONReader.value(of: bytes, limits: .init(depth: 64))
    } catch {
      throw BodyError("", "the body is no valid JSON: \(error)")
    }
    try self.init(value, at: "")
  }

  /// The object `value`, which stands at `path`.
  init(_ value: JSONValue, at path: String) throws(BodyError) {
    guard case .object(let object) = value else {
      throw BodyError(path, path.isEmpty ? "the body must be an object" : "must be an object")
    }
    self.object = object
    prefix = path.isEmpty ? "" : path + "."
  }

  /// Where the member `name` stands.
  func path(_ name: String) -> String { prefix + name }

  /// Refuses members other than `known`.
  func allow(_ known: [String]) throws(BodyError) {
    for member in object.members where !known.contains(where: { ByteString($0) == ByteString(member.key) }) {
      throw BodyError(path(member.key), "unknown field; known are \(known.joined(separator: ", "))")
    }
  }

  /// The object under `name`; nil when it is missing.
  func fields(_ name: String) throws(BodyError) -> BodyFields? {
    guard let value = object[name] else { return nil }
    return try BodyFields(value, at: path(name))
  }

  func string(_ name: String) throws(BodyError) -> String? {
    guard let value = object[name] else { return nil }
    guard case .string(let text) = value else { throw BodyError(path(name), "must be a string") }
    return text
  }

  /// A string that must be there and not empty.
  func text(_ name: String) throws(BodyError) -> String {
    guard let text = try string(name) else { throw BodyError(path(name), "missing") }
    guard !text.isEmpty else { throw BodyError(path(name), "must not be empty") }
    return text
  }

  func bool(_ name: String) throws(BodyError) -> Bool? {
    guard let value = object[name] else { return nil }
    guard case .bool(let bool) = value else { throw BodyError(path(name), "must be true or false") }
    return bool
  }

  func integer(_ name: String, in range: ClosedRange<Int64>) throws(BodyError) -> Int64? {
    guard let value = object[name] else { return nil }
    guard case .integer(let integer) = value, range.contains(integer) else {
      let limits = range.upperBound == .max ? "\(range.lowerBound) up" : "\(range.lowerBound) to \(range.upperBound)"
      throw BodyError(path(name), "must be a whole number from \(limits)")
    }
    return integer
  }

  func number(_ name: String, in range: ClosedRange<Double>) throws(BodyError) -> Double? {
    let number: Double?
    switch object[name] {
    case nil: return nil
    case .integer(let integer): number = Double(integer)
    case .number(let double): number = double
    default: number = nil
    }
    guard let number, range.contains(number) else {
      throw BodyError(path(name), "must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
