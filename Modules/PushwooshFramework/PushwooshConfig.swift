/// What an app sets and reads of the SDK, as far as feature flags go (C1).
///
/// All members may be used from any thread. What is set in code goes before the property lists; what cannot be used is
/// reported in a line on the standard error that names it, and leaves the caller's defaults in effect (C2).
public enum PushwooshConfig {
  /// The feature flags of this device and user; always the same object.
  public static var featureFlags: PWFeatureFlags { .shared }

  /// Sets the Application Code, and starts the first session.
  ///
  /// Stored flags are readable when it returns (R2). The session starts, and flags are asked for (T1), when the main
  /// thread is next free or a flag is first used, so that what is set next on the main thread – user, proxy, token –
  /// holds for the first request. Another code than before ends the client of that code; the same again does nothing.
  public static func setAppCode(_ appCode: String) {
    Hub.shared.setApplicationCode(appCode)
  }

  /// The Application Code that was set in code or in a property list; nil when there is none.
  public static func getAppCode() -> String? { Hub.shared.applicationCode }

  /// Sets the User ID, and keeps it for later runs.
  ///
  /// Another one than before discards the flags of the last user before anybody can read again, and asks for the new
  /// one's (T5). White space around it is cut; a blank one is ignored with a warning; the device's own id, ``getHWID()``,
  /// is the way back to anonymous (C3).
  public static func setUserId(_ userId: String) {
    Hub.shared.setUserID(userId)
  }

  /// The User ID; the device id while none is set. Empty while nothing is configured.
  public static func getUserId() -> String { Hub.shared.userID }

  /// The id of this device, made once and kept (C1). Empty while nothing is configured.
  public static func getHWID() -> String { Hub.shared.deviceID }

  /// Sends the API token with all later requests; nil or blank for none.
  ///
  /// One that cannot stand in a header is reported, and the former one stays.
  public static func setApiToken(_ apiToken: String?) {
    Hub.shared.setAPIToken(apiToken)
  }

  /// Sends all later requests through the reverse proxy at `url`, with `headers` that only it gets; nil for none.
  ///
  /// A URL that does not end with `json/1.3/` lets no flags be requested, and refreshes fail with code 0 (T10). A header
  /// that cannot be sent is reported and left out.
  public static func setReverseProxy(_ url: String?, headers: [String: String]? = nil) {
    Hub.shared.setReverseProxy(url, headers: headers ?? [:])
  }

  /// Allows communication with the server again (T11).
  public static func startServerCommunication() {
    Hub.shared.setCommunication(isAllowed: true)
  }

  /// Stops all communication with the server until ``startServerCommunication()``, also across restarts (T11).
  public static func stopServerCommunication() {
    Hub.shared.setCommunication(isAllowed: false)
  }
}
