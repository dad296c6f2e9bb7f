import StrictJSON

/// Whom flags are for: a user of an application. Flags of one identity are never shown to another (S2).
public struct Identity: Sendable, Hashable {
  /// The Application Code.
  public let applicationCode: String

  /// The User ID; the device id while no user is set.
  public let userID: String

  /// The identity of `userID` in `applicationCode`.
  public init(applicationCode: String, userID: String) {
    self.applicationCode = applicationCode
    self.userID = userID
  }

  /// True when both name the same user of the same application, byte for byte.
  public static func == (left: Identity, right: Identity) -> Bool {
    ByteString(left.applicationCode) == ByteString(right.applicationCode)
      && ByteString(left.userID) == ByteString(right.userID)
  }

  /// Feeds both parts to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ByteString(applicationCode))
    hasher.combine(ByteString(userID))
  }
}

extension Identity: CustomStringConvertible, CustomReflectable {
  /// The application alone: a User ID is personal and stays out of logs.
  public var description: String { "Identity(\(applicationCode))" }

  /// No children, so that `dump` shows no more than the description.
  public var customMirror: Mirror { Mirror(self, children: [] as [Mirror.Child]) }
}
