extension FeatureFlagsClient {
  /// The app came to the foreground; the first time, and after 30 minutes in the background, a session starts (N1).
  public func didBecomeActive() {
    engine.send(.becameActive)
  }

  /// The app went to the background: no more hourly refreshes (T1). Returns at once.
  public func didEnterBackground() {
    engine.send(.enteredBackground)
  }

  /// The device registered for push; asks for flags if the last request did not say so (T1).
  public func didRegisterForPush() {
    engine.send(.registeredForPush)
  }

  /// Sets the User ID; another one than before discards the flags of the last user and asks for the new one's (T5).
  ///
  /// When it returns, no read sees the last user's flags any more. White space around `userID` is cut; a blank one is
  /// ignored with a warning; the device's own id is the way back to anonymous (C3).
  public func setUserID(_ userID: String) {
    guard let userID = UserID.trimmed(userID) else {
      engine.adapters.diagnostics?(.blankUserID)
      return
    }
    engine.send(.userChanged(userID))
  }

  /// The User ID; the device id while none is set (C1).
  public var userID: String { engine.withMachine { $0.identity.userID } }

  /// The device id, generated once and kept in the store, unless configured (C1).
  public var deviceID: String { engine.deviceID }

  /// Stops all communication with the server, until ``startServerCommunication()``, also across restarts (T11).
  public func stopServerCommunication() {
    engine.send(.communicationChanged(isAllowed: false))
  }

  /// Allows communication with the server again (T11).
  public func startServerCommunication() {
    engine.send(.communicationChanged(isAllowed: true))
  }

  /// Forgets the stored flags of this identity, in memory and in the store.
  public func clearStoredFlags() {
    engine.send(.storedFlagsCleared)
  }

  /// Puts `bytes` under `name` in the store, or removes what is there; in turn with the client's own changes to it.
  ///
  /// For modules of this package that keep something of their own beside the client's blobs. Returns at once; a store
  /// that fails is reported (S6), and ``settle()`` waits for it.
  package func keep(_ bytes: [UInt8]?, under name: String) {
    engine.changeStore { store throws(StoreError) in
      if let bytes { try store.write(bytes, to: name) } else { try store.remove(name) }
    }
  }

  /// Waits until all that was begun has ended: requests, impressions under way, writes to the store.
  ///
  /// Meant for programs that are about to exit; calls on the main actor are not waited for.
  public func settle() async {
    await engine.settle(includingMainCalls: false)
  }

  /// Ends the client: timers and transfers stop at once, whoever waits fails with code 0, nobody is called any more (C4).
  ///
  /// Reads still answer from what is readable.
  public func shutdown() {
    engine.shutDown()
  }
}
