import FeatureFlags
import Locking

/// What the app uses.
extension Hub {
  /// The client, its first session begun; nil when there is none, which was reported.
  var activeClient: FeatureFlagsClient? { (try? connectActively())?.client }

  /// The client and what belongs to it, the first session begun.
  func connectActively() throws(SetupProblem) -> Connection {
    let connection = try connect()
    connection.start()
    return connection
  }

  /// Begins the first session if there is an Application Code.
  func startIfConfigured() {
    (try? connect(isQuiet: true))?.start()
  }

  var applicationCode: String? {
    if let code = state.withLock({ $0.connection?.applicationCode ?? $0.settings.applicationCode }) { return code }
    return try? setup(Settings()).client.applicationCode
  }

  var userID: String { (try? connect(isQuiet: true))?.client.userID ?? state.withLock { $0.settings.userID } ?? "" }

  var deviceID: String { (try? connect(isQuiet: true))?.client.deviceID ?? "" }

  func didBecomeActive() {
    guard let connection = try? connect() else { return }
    connection.takeStart()
    connection.client.didBecomeActive()
  }

  func didEnterBackground() {
    guard let connection = try? connect(isQuiet: true) else { return }
    // An app that says this will say when it comes back, too.
    connection.takeStart()
    connection.client.didEnterBackground()
  }

  func didRegisterForPush() {
    (try? connect(isQuiet: true))?.client.didRegisterForPush()
  }

  func settle() async {
    // What was set may still have to be kept.
    await (try? connect(isQuiet: true))?.client.settle()
  }

  func shutdown() {
    state.withLock { $0.connection }?.client.shutdown()
  }
}
