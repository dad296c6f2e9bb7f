import FeatureFlags
import PushwooshWire

/// Why there is no client: what is missing, or what cannot be used and what it should be (C2).
struct SetupProblem: Error, Sendable, Hashable {
  /// What to do about it, naming the place of the value; never the value itself, for that may hold a secret.
  let message: String

  /// True when only the Application Code is missing, which an app may still be about to set.
  var isMissingCode = false

  init(_ message: String) {
    self.message = message
  }

  static let missingCode: SetupProblem = {
    var problem = SetupProblem(
      "the Application Code is missing: call setAppCode, or give Pushwoosh_APPID in Info.plist or in the file that "
        + "\(PropertyLists.variable) names")
    problem.isMissingCode = true
    return problem
  }()

  static let missingAdapters = SetupProblem(
    "there are no adapters: link the product PushwooshFramework, which brings the default ones, or call "
      + "Pushwoosh.install(adapters:)")

  static let reentry = SetupProblem("the adapters are being made; the function that makes them must not use flags")
}
