import FeatureFlags
import StrictJSON

/// The User ID that an earlier run set, which the SDK keeps and the core does not.
enum KeptUserID {
  /// Where it is in the store.
  static let blobName = "pushwoosh-user-id"

  static func bytes(_ userID: String) -> [UInt8] { JSONWriter.bytes(of: .string(userID)) }

  /// What is kept; one that cannot be used is as good as none, and is set aside (S5).
  static func read(_ adapters: Adapters) -> String? {
    do {
      guard let bytes = try adapters.store.read(blobName) else { return nil }
      if case .string(let userID)? = try? JSONReader.value(of: bytes), !userID.allSatisfy(\.isWhitespace) {
        return userID
      }
      adapters.diagnostics?(
        Diagnostic(.error, .recordUnusable, "the stored '\(blobName)' is no User ID", values: ["name": blobName]))
      try adapters.store.setAside(blobName)
    } catch {
      adapters.diagnostics?(Diagnostic(.error, .storeReadFailed, error.message, values: ["name": blobName]))
    }
    return nil
  }
}
