import StrictJSON

extension Fault {
  private static let fields = [
    "status", "delay", "cut-body", "garbage", "drop-connection", "partial", "retry-after", "count", "share", "seed",
    "path",
  ]

  /// The faults that the body of a request lists: `{"faults":[…]}`, one fault alone, or `{}` for none.
  static func list(json bytes: [UInt8]) throws(BodyError) -> [Fault] {
    let body = try BodyFields(json: bytes)
    if body.object.isEmpty { return [] }
    guard let list = body.object["faults"] else { return [try Fault(body)] }
    try body.allow(["faults"])
    guard case .array(let values) = list else { throw BodyError("faults", "must be an array") }
    var faults: [Fault] = []
    for (index, value) in values.enumerated() {
      faults.append(try Fault(BodyFields(value, at: "faults[\(index)]")))
    }
    return faults
  }

  private init(_ body: BodyFields) throws(BodyError) {
    try body.allow(Self.fields)
    status = try body.integer("status", in: 200...599).map(Int.init)
    delayMilliseconds = Int(try body.integer("delay", in: 0...600_000) ?? 0)
    cutsBody = try body.bool("cut-body") ?? false
    isGarbage = try body.bool("garbage") ?? false
    dropsConnection = try body.bool("drop-connection") ?? false
    isPartial = try body.bool("partial") ?? false
    retryAfter = try Self.retryAfter(body)
    count = try body.integer("count", in: 0...1_000_000_000).map(Int.init)
    share = try body.number("share", in: 0...1) ?? 1
    seed = UInt64(try body.integer("seed", in: 0...Int64.max) ?? 0)
    if let path = try body.string("path") {
      guard let endpoint = Endpoint(rawValue: path) else {
        throw BodyError(
          body.path("path"), "must be one of \(Endpoint.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      self.endpoint = endpoint
    }
  }

  /// A number of seconds, or text that is sent as it is, for example a date.
  private static func retryAfter(_ body: BodyFields) throws(BodyError) -> String? {
    if case .string(let text)? = body.object["retry-after"] {
      guard text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) else {
        throw BodyError(body.path("retry-after"), "must be printable ASCII")
      }
      return text
    }
    return try body.integer("retry-after", in: 0...Int64.max).map { String($0) }
  }

  /// The fault as `GET /admin/faults` shows it: what was set, and no more.
  var json: JSONValue {
    var object = JSONObject()
    object["status"] = status.map { .integer(Int64($0)) }
    if delayMilliseconds > 0 { object["delay"] = .integer(Int64(delayMilliseconds)) }
    if cutsBody { object["cut-body"] = .bool(true) }
    if isGarbage { object["garbage"] = .bool(true) }
    if dropsConnection { object["drop-connection"] = .bool(true) }
    if isPartial { object["partial"] = .bool(true) }
    object["retry-after"] = retryAfter.map { text in Int64(text).map { .integer($0) } ?? .string(text) }
    object["count"] = count.map { .integer(Int64($0)) }
    if share < 1 { object["share"] = JSONValue(exactly: share) }
    if seed != 0 { object["seed"] = .integer(Int64(clamping: seed)) }
    object["path"] = endpoint.map { .string($0.rawValue) }
    return .object(object)
  }
}
