import FeatureFlags
import FeatureFlagsTesting
import InMemoryStore
import Locking

/// The smallest dialect that will do: the User ID in the body, and answers in the words of the wire.
struct PlainWireFormat: WireFormat {
  static let names = FlagListReader.FieldNames(
    key: "key", isEnabled: "on", ruleID: "rule", properties: "properties")

  let blocked = Locked<FeatureFlagsError?>(nil)

  var obstacle: FeatureFlagsError? { blocked.withLock { $0 } }

  func evaluationRequest(
    for context: EvaluationContext, entityTag: String?
  ) throws(FeatureFlagsError) -> HTTPRequest {
    if let obstacle { throw obstacle }
    let headers = entityTag.map { [HTTPHeader("If-None-Match", $0)] } ?? []
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
          flags: list.flags, entityTag: response.headers.value(of: "etag"), droppedFlags: list.droppedFlags))
    } catch {
      throw FeatureFlagsError(unusable: error)
    }
  }

  /// An answer with these flags, on unless the key begins with "-".
  static func answer(_ keys: String..., tag: String? = nil) -> HTTPResponse {
    let flags = keys.map { key in
      key.hasPrefix("-") ? #"{"key":"\#(key.dropFirst())","on":false}"# : #"{"key":"\#(key)","on":true,"rule":"r_1"}"#
    }
    return HTTPResponse(
      status: 200, headers: tag.map { [HTTPHeader("ETag", $0)] } ?? [],
      body: Array("[\(flags.joined(separator: ","))]".utf8))
  }
}

/// A client on scripted parts, all of them within reach.
struct TestBench {
  let wire = PlainWireFormat()
  let transport = ScriptedTransport()
  let store: any Ports.Store
  let clock = ManualClock()
  let sink = RecordingEventSink()
  let diagnostics = Locked<[Diagnostic]>([])

  init(store: any Ports.Store = InMemoryStore()) {
    self.store = store
  }

  func client(
    _ configuration: FeatureFlagsClient.Configuration = .init(applicationCode: "APP-1", userID: "u-1"),
    onDiagnostic: (@Sendable (Diagnostic) -> Void)? = nil
  ) throws -> FeatureFlagsClient {
    let diagnostics = diagnostics
    return try FeatureFlagsClient(
      configuration: configuration,
      adapters: Adapters(
        wireFormat: wire, transport: transport, store: store, clock: clock, eventSink: sink,
        diagnostics: { diagnostic in
          diagnostics.withLock { $0.append(diagnostic) }
          onDiagnostic?(diagnostic)
        }))
  }

  func codes() -> [Diagnostic.Code] { diagnostics.withLock { $0.map(\.code) } }
}
