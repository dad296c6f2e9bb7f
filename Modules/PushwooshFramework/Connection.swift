import FeatureFlags
import Locking
import PushwooshWire

/// A client and what belongs to it alone.
final class Connection: Sendable {
  let client: FeatureFlagsClient
  let service: PushwooshService

  private struct State: Sendable {
    var isStarted = false
    var keptUserID: String?
  }

  private let state: Locked<State>

  init(client: FeatureFlagsClient, service: PushwooshService, keptUserID: String?) {
    self.client = client
    self.service = service
    state = Locked(State(keptUserID: keptUserID))
  }

  var applicationCode: String { service.applicationCode.text }

  /// Starts the first session, unless that was done or the app tells of its life itself (N1).
  func start() {
    if takeStart() { client.didBecomeActive() }
  }

  /// True for the first caller, who then says what state the app begins in.
  @discardableResult
  func takeStart() -> Bool {
    state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
  }

  /// Passes on what may change while a client runs.
  func apply(_ settings: Settings, _ part: Settings.Part) {
    if part.contains(.communication), let isAllowed = settings.isCommunicationAllowed {
      if isAllowed { client.startServerCommunication() } else { client.stopServerCommunication() }
    }
    if part.contains(.service) {
      service.setReverseProxy(settings.reverseProxy)
      // The token was found usable when it was set.
      if let token = settings.apiToken { try? service.setAPIToken(token) }
      client.configurationDidChange()
    }
    if part.contains(.user), let userID = settings.userID {
      client.setUserID(userID)
      keepUserID()
    }
  }

  /// Keeps the client's User ID for later runs, if it is another than the one that is kept (C1, C3).
  func keepUserID() {
    let userID = client.userID
    let kept = userID == client.deviceID ? nil : userID
    let isNew = state.withLock { state in
      defer { state.keptUserID = kept }
      return state.keptUserID != kept
    }
    if isNew { client.keep(kept.map(KeptUserID.bytes), under: KeptUserID.blobName) }
  }
}
