import FeatureFlags
import PushwooshWire
import StrictJSON

/// The service's answer to a request for flags, and the envelope around its other answers.
///
/// What it should be read as is worked out a second time, from the whole text as one value.
enum AnswerTarget {
  private static let depthLimit = PushwooshWireFormat.Configuration().maximumDepth
  private static let tag = "\"tag-1\""

  static func run(_ bytes: [UInt8]) throws {
    let service = try PushwooshService(.init(applicationCode: "ABCDE-12345"))
    let response = HTTPResponse(status: 200, headers: [HTTPHeader("etag", tag)], body: bytes)
    try checkFlags(PushwooshWireFormat(service: service), response)
    try checkEnvelope(service, response)
  }

  private static func checkFlags(_ format: PushwooshWireFormat, _ response: HTTPResponse) throws {
    let expected = expectation(of: response.body)
    let answer: EvaluationAnswer
    do {
      answer = try format.evaluation(from: response)
    } catch {
      try Violation.unless(expected == nil, "refused a good answer: \(error)")
      try Violation.unless(error.code == 200, "an unusable answer has the code \(error.code), not 200 (E1)")
      return
    }
    guard let expected else { throw Violation("accepted an answer that cannot be used") }
    guard case .evaluation(let evaluation) = answer else { throw Violation("200 is not 304") }
    try Violation.unless(evaluation.flags == expected.flags, "the flags are others")
    try Violation.unless(evaluation.isPartial == expected.isPartial, "partial is another")
    try Violation.unless(evaluation.droppedFlags.map(\.index) == expected.dropped, "other flags were dropped")
    try Violation.unless((evaluation.entityTag == nil) == expected.isPartial, "only a complete answer has a tag (S4)")
    for flag in evaluation.flags { try check(flag) }
    #if DEBUG || FUZZ
      try SnapshotCheck.run(evaluation.flags)
    #endif
    try RecordTarget.checkRoundTrip(
      StoredFlags(
        identity: Identity(applicationCode: "ABCDE-12345", userID: "u-7"), receivedAt: RecordTarget.reading,
        entityTag: evaluation.entityTag, flags: evaluation.flags))
  }

  private struct Expectation {
    var flags: [Flag] = []
    var dropped: [Int] = []
    var isPartial = false
  }

  /// What the answer says; nil when it cannot be used.
  private static func expectation(of bytes: [UInt8]) -> Expectation? {
    guard let value = try? JSONReader.value(of: bytes, limits: .init(depth: depthLimit)),
      case .object(let answer) = value, case .array(let flags)? = answer["flags"]
    else { return nil }
    var expectation = Expectation()
    switch answer["partial"] {
    case nil: break
    case .bool(let isPartial)?: expectation.isPartial = isPartial
    default: return nil
    }
    for (index, flag) in flags.enumerated() {
      guard let flag = flagOf(flag) else {
        expectation.dropped.append(index)
        continue
      }
      let key = ByteString(flag.key)
      if let position = expectation.flags.firstIndex(where: { ByteString($0.key) == key }) {
        expectation.flags[position] = flag
      } else {
        expectation.flags.append(flag)
      }
    }
    return expectation
  }

  private static func flagOf(_ value: JSONValue) -> Flag? {
    guard case .object(let flag) = value, case .string(let key)? = flag["key"],
      case .bool(let isEnabled)? = flag["enabled"], case .string(let rule) = flag["rule_id"] ?? .string(""),
      case .object(let properties) = flag["properties"] ?? .object([:])
    else { return nil }
    return Flag(key: key, isEnabled: isEnabled, ruleID: rule, properties: properties)
  }

  /// R6, R8: each property is readable as its own type and as no other.
  private static func check(_ flag: Flag) throws {
    for (name, value) in flag.properties.members {
      let found = [
        !flag.string(forProperty: name, default: "\u{0}?").utf8.elementsEqual("\u{0}?".utf8),
        !flag.number(forProperty: name, default: .nan).isNaN,
        flag.bool(forProperty: name, default: true) == flag.bool(forProperty: name, default: false),
        flag.jsonObject(forProperty: name) != nil, flag.jsonArray(forProperty: name) != nil,
      ]
      let isReadable =
        switch value {
        case .null, .outOfRange: 0
        case .string(let text): text.utf8.elementsEqual("\u{0}?".utf8) ? 0 : 1
        default: 1
        }
      try Violation.unless(found.count { $0 } == isReadable, "a property is read as \(found) (R6)")
      let integer = flag.integer(forProperty: name, default: 0) == flag.integer(forProperty: name, default: 1)
      let isInteger = if case .integer = value { true } else { false }
      try Violation.unless(integer == isInteger, "an integer that is none, or the other way round (R8)")
    }
  }

  /// Whatever an envelope says, requests go on to a base URL that may be used.
  private static func checkEnvelope(_ service: PushwooshService, _ response: HTTPResponse) throws {
    let format = EnvelopeFormat(service: service, timeout: .seconds(1), maximumResponseBytes: 1 << 20)
    let event = Ports.Event(
      name: "e", attributes: [:], identity: Identity(applicationCode: "ABCDE-12345", userID: "u"), deviceID: "d",
      time: WallTime(seconds: 0))
    let before = service.baseURL
    let call = try format.postEvent(event, secondsFromUTC: 0)
    let isSuccess = (try? format.checkSuccess(of: response, to: call)) != nil
    if !isSuccess { try Violation.unless(service.baseURL == before, "a failure moved the base URL") }
    try Violation.unless(
      service.baseURL.isSecure && service.baseURL.evaluationURL != nil, "a base URL was adopted that cannot be used")
    if isSuccess {
      guard case .object(let answer)? = try? JSONReader.value(of: response.body, limits: .init(depth: 128)),
        answer["status_code"] == 200
      else { throw Violation("a success without a status_code of 200") }
    }
  }
}
