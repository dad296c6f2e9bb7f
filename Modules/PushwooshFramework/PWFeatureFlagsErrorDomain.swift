import FeatureFlags
import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of the errors that refreshes end with (E1).
///
/// The code is the HTTP status; 0 when no HTTP answer came or nothing was sent; 200 when the answer cannot be used. The
/// description says what happened and holds no User ID, device id or token (E2). Under `NSUnderlyingErrorKey` is the
/// `FeatureFlagsError` of the core.
public let PWFeatureFlagsErrorDomain = FeatureFlagsError.domain

extension NSError {
  /// The error as the SDK would give it.
  convenience init(_ error: FeatureFlagsError) {
    self.init(
      domain: PWFeatureFlagsErrorDomain, code: error.code,
      userInfo: [NSLocalizedDescriptionKey: error.message, NSUnderlyingErrorKey: error])
  }
}

extension FeatureFlagsError.Reason {
  /// Nothing can be asked for, because there is no client: the configuration is missing or cannot be used (C2).
  static let notConfigured = FeatureFlagsError.Reason(rawValue: "not-configured")
}

extension FeatureFlagsError {
  /// The error of a refresh for which no client could be made.
  init(_ problem: SetupProblem) {
    self.init(code: 0, reason: .notConfigured, message: problem.message)
  }
}
