import FeatureFlags
import Locking
import PushwooshWire

/// What the app sets.
extension Hub {
  func install(_ factory: @escaping AdapterFactory) {
    let old = state.withLock { state in
      state.factory = factory
      return state.needsAnother()
    }
    old?.client.shutdown()
  }

  func setApplicationCode(_ code: String) {
    let old = state.withLock { state -> Connection? in
      guard state.connection?.applicationCode != code else { return nil }
      state.settings.applicationCode = code
      return state.needsAnother()
    }
    old?.client.shutdown()
    // Not now: what the app sets next – user, proxy, token – is to hold for the first request.
    Task { @MainActor in _ = self.activeClient }
  }

  func setUserID(_ userID: String) {
    guard !userID.allSatisfy(\.isWhitespace) else { return warn("setUserId: a blank User ID was ignored") }
    change(.user) { $0.userID = userID }
  }

  func setAPIToken(_ token: String?) {
    do {
      // Made only to hear whether the token can be used; the Application Code stands for any.
      _ = try PushwooshService(.init(applicationCode: "A", apiToken: token))
    } catch {
      return warn("setApiToken: \(error.message)")
    }
    change(.service) { $0.apiToken = .some(token) }
  }

  func setReverseProxy(_ url: String?, headers: [String: String]) {
    // In one order whatever the dictionary's is.
    let proxy = url.flatMap { url in
      let usable = headers.sorted { $0.key < $1.key }.map { HTTPHeader($0.key, $0.value) }.filter(isUsable)
      return try? ReverseProxy(url: url, headers: usable)
    }
    change(.service) { $0.reverseProxy = proxy }
  }

  private func isUsable(_ header: HTTPHeader) -> Bool {
    do {
      _ = try ReverseProxy(url: "", headers: [header])
      return true
    } catch {
      warn("setReverseProxy: \(error.message); it was left out")
      return false
    }
  }

  func setCommunication(isAllowed: Bool) {
    change(.communication) { $0.isCommunicationAllowed = isAllowed }
  }

  /// Notes a setting and tells the client, if there is one.
  ///
  /// If not, one is soon made, since some settings are kept for later runs, but not now: what the app sets next may be
  /// another part of the same configuration.
  private func change(_ part: Settings.Part, _ body: (inout Settings) -> Void) {
    let existing = state.withLock { state in
      body(&state.settings)
      state.didChange()
      return state.connection
    }
    if let existing { return tell(existing, part) }
    Task { @MainActor in _ = try? self.connect(isQuiet: true) }
  }
}
