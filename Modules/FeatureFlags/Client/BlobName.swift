/// The names under which a client keeps things in its store.
package enum BlobName {
  /// The record of the last complete answer (S1).
  package static let flags = "flags"
  /// The device id (C1).
  package static let deviceID = "device-id"
  /// Whether communication is stopped, once the app has said so (T11).
  package static let communicationStopped = "communication-stopped"

  /// All of them.
  package static let all = [flags, deviceID, communicationStopped]
}
