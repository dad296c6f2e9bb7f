package import FeatureFlags
import StrictJSON

/// The envelope that the service's JSON methods share.
package struct EnvelopeFormat: Sendable {
  private let service: PushwooshService
  private let timeout: Duration
  private let maximumResponseBytes: Int

  /// How deep an answer may be nested.
  private static let maximumDepth = 128

  /// The envelope of `service`, with the limits of each exchange.
  package init(service: PushwooshService, timeout: Duration, maximumResponseBytes: Int) {
    self.service = service
    self.timeout = timeout
    self.maximumResponseBytes = maximumResponseBytes
  }

  /// The call that posts `event`, with the event's own identity and time (I5).
  ///
  /// - Parameter secondsFromUTC: what the local clock was ahead of UTC at that time.
  package func postEvent(_ event: Ports.Event, secondsFromUTC: Int64) throws(EnvelopeError) -> EnvelopeCall {
    typealias Names = WireNames.Envelope
    return try call(Names.postEvent, identity: event.identity, deviceID: event.deviceID) { writer in
      writer.member(Names.event, event.name)
      writer.member(Names.attributes, .object(event.attributes))
      let utc = event.time.seconds
      writer.member(Names.timestampUTC, utc)
      let (local, overflow) = utc.addingReportingOverflow(secondsFromUTC)
      writer.member(Names.timestampCurrent, overflow ? utc : local)
      if let id = event.deliveryID { writer.member(Names.deliveryID, id) }
    }
  }

  /// A call of `method` whose own fields `fields` writes after the common ones.
  private func call(
    _ method: String, identity: Identity, deviceID: String, fields: (inout JSONWriter) -> Void
  ) throws(EnvelopeError) -> EnvelopeCall {
    typealias Names = WireNames.Envelope
    let endpoint: Endpoint
    do {
      endpoint = try service.endpoint()
    } catch {
      throw EnvelopeError(message: error.message)
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.key(Names.request)
      writer.object { writer in
        writer.member(Names.application, identity.applicationCode)
        writer.member(Names.deviceID, deviceID)
        writer.member(Names.userID, identity.userID)
        writer.member(Names.sdkVersion, service.sdkVersion)
        writer.member(Names.deviceType, service.deviceType)
        fields(&writer)
      }
    }
    let request = HTTPRequest(
      url: endpoint.base.url(forMethod: method), headers: endpoint.headers, body: writer.bytes, timeout: timeout,
      maximumResponseBytes: maximumResponseBytes)
    return EnvelopeCall(request: request, endpoint: endpoint)
  }

  /// Returns when `response` is a full success: HTTP 200 and a numeric `status_code` of 200.
  ///
  /// Only then is its `base_url` handed to the service; what else the envelope holds is not looked at.
  package func checkSuccess(of response: HTTPResponse, to call: EnvelopeCall) throws(EnvelopeError) {
    guard response.status == 200 else { throw EnvelopeError(message: HTTPStatus.words(for: response.status)) }
    let (statusCode, baseURL) = try envelope(in: response.body)
    switch statusCode {
    case .integer(200)?: break
    case .integer(let code)?: throw EnvelopeError(message: "the answer's status_code is \(code)")
    default: throw EnvelopeError(message: "the answer has no whole number as its status_code")
    }
    if case .string(let text)? = baseURL { service.adopt(text, from: call.endpoint) }
  }

  private func envelope(
    in bytes: [UInt8]
  ) throws(EnvelopeError) -> (statusCode: JSONValue?, baseURL: JSONValue?) {
    typealias Names = WireNames.Envelope
    var statusCode: JSONValue?
    var baseURL: JSONValue?
    do {
      var reader = try JSONReader(bytes, limits: .init(depth: Self.maximumDepth, bytes: maximumResponseBytes))
      try reader.readObject { (name, reader) throws(JSONError) in
        switch ByteString(name) {
        case ByteString(Names.statusCode): statusCode = try reader.readValue()
        case ByteString(Names.baseURL): baseURL = try reader.readValue()
        default: try reader.skipValue()
        }
      }
      try reader.finish()
    } catch {
      throw EnvelopeError(message: "unusable answer: \(error)")
    }
    return (statusCode, baseURL)
  }
}
