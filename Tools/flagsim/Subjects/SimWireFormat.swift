import FeatureFlags
import Locking

/// The smallest dialect that will do: the user in the body, flags as a JSON list, the rest in headers.
struct SimWireFormat: WireFormat {
  private static let names = FlagListReader.FieldNames(
    key: "key", isEnabled: "on", ruleID: "rule", properties: "properties")

  let isBlocked = Locked(false)

  var obstacle: FeatureFlagsError? {
    isBlocked.withLock { $0 }
      ? FeatureFlagsError(code: 0, reason: .endpoint, message: "the endpoint is not usable") : nil
  }

  func evaluationRequest(
    for context: EvaluationContext, entityTag: String?
  ) throws(FeatureFlagsError) -> HTTPRequest {
    var headers: [HTTPHeader] = []
    if let entityTag { headers.append(HTTPHeader("If-None-Match", entityTag)) }
    if context.isPushRegistered { headers.append(HTTPHeader("Push", "1")) }
    return HTTPRequest(url: "https://flags.test/", headers: headers, body: Array(context.identity.userID.utf8))
  }

  func evaluation(from response: HTTPResponse) throws(FeatureFlagsError) -> EvaluationAnswer {
    if response.status == 304 { return .notModified }
    guard response.status == 200 else {
      throw FeatureFlagsError(code: response.status, reason: .httpStatus, message: "HTTP \(response.status)")
    }
    do throws(JSONError) {
      var reader = try JSONReader(response.body)
      var list = FlagListReader(names: Self.names)
      try list.readFlags(from: &reader)
      return .evaluation(
        Evaluation(
          flags: list.flags, isPartial: response.headers.value(of: "Partial") != nil,
          entityTag: response.headers.value(of: "ETag"), droppedFlags: list.droppedFlags))
    } catch {
      throw FeatureFlagsError(unusable: error)
    }
  }

  /// `answer` as a transport brings it.
  static func result(of answer: Answer) -> Result<HTTPResponse, TransportError> {
    switch answer {
    case .flags(let flags, let isPartial, let tag, let hasOddOne):
      var headers: [HTTPHeader] = []
      if isPartial { headers.append(HTTPHeader("Partial", "1")) }
      if let tag { headers.append(HTTPHeader("ETag", tag)) }
      var elements = flags.map { flag in
        JSONValue.object([
          "key": .string(flag.key), "on": .bool(flag.isEnabled), "rule": .string(flag.ruleID),
          "properties": .object(flag.properties),
        ])
      }
      if hasOddOne { elements.append(.null) }
      return .success(HTTPResponse(status: 200, headers: headers, body: JSONWriter.bytes(of: .array(elements))))
    case .notModified: return .success(HTTPResponse(status: 304))
    case .garbage: return .success(HTTPResponse(status: 200, body: Array("<html>".utf8)))
    case .status(let code, let wait):
      return .success(
        HTTPResponse(status: code, headers: wait.map { [HTTPHeader("Retry-After", "\($0)")] } ?? []))
    case .lost(let loss): return .failure(loss.error)
    case .notSent: return .failure(TransportError(.connection, "refused"))
    }
  }
}
