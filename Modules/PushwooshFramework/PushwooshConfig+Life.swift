extension PushwooshConfig {
  /// Tells that the app came to the foreground; the first time, and after 30 minutes, a session starts (N1).
  ///
  /// On iOS the system tells the SDK; elsewhere nobody does. An app that calls neither this nor
  /// ``didEnterBackground()`` is in the foreground from its first use of flags on. Not part of the SDK.
  public static func didBecomeActive() {
    Hub.shared.didBecomeActive()
  }

  /// Tells that the app went to the background: no more hourly refreshes (T1). Not part of the SDK.
  public static func didEnterBackground() {
    Hub.shared.didEnterBackground()
  }

  /// Tells that the device registered for push; asks for flags if the last request did not say so (T1).
  ///
  /// Not part of the SDK.
  public static func didRegisterForPush() {
    Hub.shared.didRegisterForPush()
  }
}
