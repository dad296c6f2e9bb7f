public import FeatureFlags
import StrictJSON

/// The service's way of asking for flags and of answering.
///
/// The request is a POST of one JSON object; the answer is read straight from its bytes into `Flag` values.
public struct PushwooshWireFormat: WireFormat {
  /// The limits of an exchange.
  public struct Configuration: Sendable, Hashable {
    /// How long a request may take.
    public var timeout: Duration

    /// How many bytes an answer may have, decoded.
    public var maximumResponseBytes: Int

    /// How deep an answer may be nested; the flags' properties begin at the fourth level.
    ///
    /// Lower than what the reader can do, so that an answer also fits the small stacks of other C libraries.
    public var maximumDepth: Int

    /// Limits with the given values.
    public init(
      timeout: Duration = .seconds(30), maximumResponseBytes: Int = 16 << 20, maximumDepth: Int = 128
    ) {
      self.timeout = timeout
      self.maximumResponseBytes = maximumResponseBytes
      self.maximumDepth = maximumDepth
    }
  }

  private let service: PushwooshService
  private let configuration: Configuration

  /// The format of `service`.
  public init(service: PushwooshService, configuration: Configuration = Configuration()) {
    self.service = service
    self.configuration = configuration
  }

  /// Why flags cannot be requested: the proxy's URL is unusable, or the effective base does not end with `json/1.3/` (T10).
  public var obstacle: FeatureFlagsError? {
    do {
      _ = try target()
      return nil
    } catch {
      return error
    }
  }

  /// The request for the flags of `context`, to the base or proxy that is set now.
  ///
  /// A tag that is no entity tag is left out.
  /// - Throws: ``obstacle``.
  public func evaluationRequest(
    for context: EvaluationContext, entityTag: String?
  ) throws(FeatureFlagsError) -> HTTPRequest {
    let (url, endpoint) = try target()
    var headers = endpoint.headers
    if let entityTag = EntityTag.validated(entityTag) { headers.append(HTTPHeader("If-None-Match", entityTag)) }
    return HTTPRequest(
      url: url, headers: headers, body: body(for: context), timeout: configuration.timeout,
      maximumResponseBytes: configuration.maximumResponseBytes)
  }

  /// What `response` says: 200 the flags, 304 that they are the same.
  ///
  /// - Throws: the status as the code for any other; 200, with the byte where it went wrong, for a body that is no answer
  ///   (E1). Nothing of the body is repeated: it may hold what E2 forbids.
  public func evaluation(from response: HTTPResponse) throws(FeatureFlagsError) -> EvaluationAnswer {
    switch response.status {
    case 200: break
    case 304: return .notModified
    default:
      throw FeatureFlagsError(
        code: response.status, reason: .httpStatus, message: HTTPStatus.words(for: response.status))
    }
    do {
      var evaluation = try EvaluationReader.evaluation(
        in: response.body,
        limits: .init(depth: configuration.maximumDepth, bytes: configuration.maximumResponseBytes))
      // A partial answer is never stored (S4), so its tag must not be either.
      if !evaluation.isPartial { evaluation.entityTag = EntityTag.validated(response.headers.value(of: "ETag")) }
      return .evaluation(evaluation)
    } catch {
      throw FeatureFlagsError(unusable: error)
    }
  }

  private func target() throws(FeatureFlagsError) -> (url: String, endpoint: Endpoint) {
    do {
      let endpoint = try service.endpoint()
      return (try endpoint.evaluationURL(), endpoint)
    } catch {
      throw FeatureFlagsError(code: 0, reason: .endpoint, message: error.message)
    }
  }

  private func body(for context: EvaluationContext) -> [UInt8] {
    typealias Names = WireNames.Evaluation
    var writer = JSONWriter()
    writer.object { writer in
      writer.member(Names.application, context.identity.applicationCode)
      writer.member(Names.deviceID, context.deviceID)
      writer.member(Names.userID, context.identity.userID)
      writer.member(Names.platform, context.app.platform)
      writer.member(Names.sdkVersion, service.sdkVersion)
      writer.member(Names.appVersion, context.app.version)
      writer.member(Names.language, context.app.language)
      writer.member(Names.isPushRegistered, context.isPushRegistered)
    }
    return writer.bytes
  }
}
