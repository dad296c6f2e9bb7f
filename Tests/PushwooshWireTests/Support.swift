import FeatureFlags
import PushwooshWire
import StrictJSON

/// Values that must never be seen outside of a request.
enum Secret {
  static let token = "tok-5ecret"
  static let user = "user-5ecret"
  static let device = "DEVICE-5ECRET"
  static let header = "hdr-5ecret"
  static let all = [token, user, device, header, "5ecret", "5ECRET"]
}

extension PushwooshService {
  /// A service with the given settings, of one application.
  static func make(
    code: String = "ABCDE-12345", baseURL: String? = nil, proxy: ReverseProxy? = nil, token: String? = nil,
    allowsInsecureHTTP: Bool = false
  ) throws -> PushwooshService {
    try PushwooshService(
      Configuration(
        applicationCode: code, baseURL: baseURL, reverseProxy: proxy, apiToken: token,
        allowsInsecureHTTP: allowsInsecureHTTP, sdkVersion: "0.1.0"))
  }
}

extension EvaluationContext {
  static let sample = EvaluationContext(
    identity: Identity(applicationCode: "ABCDE-12345", userID: "u-7"), deviceID: "6F",
    app: AppAttributes(version: "2.4.0", language: "en"), isPushRegistered: false)
}

extension Ports.Event {
  static let sample = Ports.Event(
    name: "PW_FeatureFlagImpression",
    attributes: ["flag_key": .string("new_checkout"), "rule_id": .string("r_1a2b3c4d"), "enabled": .bool(true)],
    identity: Identity(applicationCode: "ABCDE-12345", userID: "u-7"), deviceID: "6F",
    time: WallTime(seconds: 1_700_000_000))
}

extension HTTPRequest {
  var text: String { String(decoding: body, as: UTF8.self) }
  var headerLines: [String] { headers.map { "\($0.name): \($0.value)" } }
}

extension HTTPResponse {
  static func ok(_ body: String, headers: [HTTPHeader] = []) -> HTTPResponse {
    HTTPResponse(status: 200, headers: headers, body: Array(body.utf8))
  }
}

/// The error of type `PushwooshConfigurationError` that `body` ends with; nil when it succeeds.
func configurationError(
  _ body: () throws(PushwooshConfigurationError) -> Void
) -> PushwooshConfigurationError? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}
