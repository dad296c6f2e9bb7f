import FeatureFlags
import Locking

/// A store in memory that begins with a record, as if an earlier run had left it.
final class TestFlagStore: Ports.Store {
  private let blobs: Locked<[String: [UInt8]]>

  init(_ flags: [Flag], userID: String, receivedAt: ClockReading) {
    let record = StoredFlags(
      identity: Identity(applicationCode: "TESTS-00001", userID: userID), receivedAt: receivedAt, entityTag: nil,
      flags: flags)
    blobs = Locked([BlobName.flags: RecordCoding.encode(record)])
  }

  func read(_ name: String) throws(StoreError) -> [UInt8]? { blobs.withLock { $0[name] } }

  func write(_ bytes: [UInt8], to name: String) throws(StoreError) { blobs.withLock { $0[name] = bytes } }

  func remove(_ name: String) throws(StoreError) { blobs.withLock { $0[name] = nil } }
}
