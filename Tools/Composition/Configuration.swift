public import CurlTransport
public import FeatureFlags

/// Everything that a client is put together from, as values; `Assembly` turns it into parts.
public struct Configuration: Sendable {
  /// Where things are kept.
  public enum StoreChoice: Sendable, Hashable {
    /// In files of one directory.
    case file(directory: String)
    /// In this process alone.
    case memory
  }

  /// How requests travel.
  public enum TransportChoice: Sendable, Hashable {
    /// Over the network, by libcurl.
    case curl
    /// Not at all: answers come from a folder.
    case fixture(directory: String)
  }

  /// Where impressions go.
  public enum SinkChoice: String, Sendable, Hashable, CaseIterable {
    /// To the standard output, a line of JSON each.
    case stdout
    /// To the service.
    case pushwoosh
    /// Nowhere.
    case none
  }

  /// What tells the time.
  public enum ClockChoice: String, Sendable, Hashable, CaseIterable {
    /// The system.
    case system
    /// A clock that stands still until it is moved.
    case manual
  }

  /// The Application Code; required (C1).
  public var applicationCode: String
  /// The User ID; nil for the device id.
  public var userID: String?
  /// The device id; nil for one that is made once and kept in the store.
  public var deviceID: String?
  /// The service's base URL; nil for the one that belongs to the Application Code.
  public var baseURL: String?
  /// The URL of a reverse proxy; nil for none (T10).
  public var reverseProxy: String?
  /// Headers that go to the reverse proxy only.
  public var proxyHeaders: [HTTPHeader] = []
  /// The API token; nil for none.
  public var apiToken: String?
  /// Where things are kept.
  public var store: StoreChoice = .memory
  /// How requests travel.
  public var transport: TransportChoice = .curl
  /// A file of PEM certificates to trust in place of the system's; nil for the system's.
  public var certificateAuthorityFile: String?
  /// The public keys of which the server must have one; empty for no such demand.
  public var pinnedPublicKeys: [PublicKeyPin] = []
  /// Where impressions go; with several, to all of them.
  public var sinks: [SinkChoice] = [.stdout]
  /// A directory in which impressions wait until they are delivered; nil for one attempt each (I4).
  public var eventQueue: String?
  /// What tells the time.
  public var clock: ClockChoice = .system
  /// How long a whole request may take.
  public var timeout: Duration = .seconds(30)
  /// What the app says of itself.
  public var app = AppAttributes()
  /// True in an app extension (T9).
  public var isAppExtension = false
  /// True to lift the 5-minute limit (T3).
  public var isThrottlingDisabled = false
  /// True to allow `http://` to hosts other than loopback.
  public var allowsInsecureHTTP = false
  /// True to send nothing until communication is started (T11).
  public var isCommunicationStoppedInitially = false

  /// The default configuration of an application.
  public init(applicationCode: String) {
    self.applicationCode = applicationCode
  }
}

extension Configuration: CustomStringConvertible, CustomReflectable {
  /// The application, and whether there is a token; ids, URLs, headers and the token itself stay out of it.
  public var description: String {
    "Configuration(\(applicationCode), token \(apiToken == nil ? "none" : "given"))"
  }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
