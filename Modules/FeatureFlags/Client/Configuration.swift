extension FeatureFlagsClient {
  /// What a client must and may be told (C1).
  public struct Configuration: Sendable, Hashable {
    /// The Application Code; required.
    public var applicationCode: String

    /// The User ID; nil for the device id.
    public var userID: String?

    /// The device id; nil for one that is made once and kept in the store.
    public var deviceID: String?

    /// What the app says of itself to the server's rules.
    public var app: AppAttributes

    /// True in an app extension, which never requests flags (T9).
    public var isAppExtension: Bool

    /// True to lift the limit of one explicit refresh in 5 minutes (T3).
    public var isThrottlingDisabled: Bool

    /// True for a client that does not communicate until it is told to, by ``FeatureFlagsClient/startServerCommunication()``.
    ///
    /// What the app has said of this, in this run or an earlier one, counts for more (T11).
    public var isCommunicationStoppedInitially: Bool

    /// A configuration with the given values.
    public init(
      applicationCode: String, userID: String? = nil, deviceID: String? = nil, app: AppAttributes = AppAttributes(),
      isAppExtension: Bool = false, isThrottlingDisabled: Bool = false, isCommunicationStoppedInitially: Bool = false
    ) {
      self.applicationCode = applicationCode
      self.userID = userID
      self.deviceID = deviceID
      self.app = app
      self.isAppExtension = isAppExtension
      self.isThrottlingDisabled = isThrottlingDisabled
      self.isCommunicationStoppedInitially = isCommunicationStoppedInitially
    }

    /// Fails unless every value is one a client can work with (C2).
    func validate() throws(ConfigurationError) {
      guard applicationCode.utf8.allSatisfy(Self.isCodeByte), !applicationCode.isEmpty else {
        throw ConfigurationError(
          key: "applicationCode", problem: "must be an Application Code: letters, digits and '-', such as ABCDE-12345")
      }
      if let deviceID, !DeviceID.isValid(deviceID) {
        throw ConfigurationError(
          key: "deviceID", problem: "must be 1…255 characters without white space, and not all zeros")
      }
    }

    private static func isCodeByte(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}

extension FeatureFlagsClient.Configuration: CustomStringConvertible, CustomReflectable {
  /// The application alone: User ID and device id are personal (E2).
  public var description: String { "FeatureFlagsClient.Configuration(\(applicationCode))" }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
