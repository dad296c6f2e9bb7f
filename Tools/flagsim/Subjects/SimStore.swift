import FeatureFlags
import Locking

/// A store in memory that notes what it is asked, and fails when told to.
final class SimStore: Ports.Store {
  private struct State {
    var blobs: [String: [UInt8]] = [:]
    var failures = 0
    var readsFail = false
  }

  private let log: EventLog
  private let state = Locked(State())

  init(log: EventLog) {
    self.log = log
  }

  /// Lets so many of the next changes fail.
  func fail(_ count: Int) { state.withLock { $0.failures = count } }

  /// Lets reads fail, or not.
  func failReads(_ fail: Bool) { state.withLock { $0.readsFail = fail } }

  /// Turns over one bit in the middle of a blob.
  func damage(_ name: String) {
    state.withLock { state in
      if let count = state.blobs[name]?.count, count > 0 { state.blobs[name]?[count / 2] ^= 1 }
    }
  }

  func read(_ name: String) throws(StoreError) -> [UInt8]? {
    let (bytes, fails) = state.withLock { ($0.blobs[name], $0.readsFail) }
    if fails { throw StoreError("scripted") }
    return bytes
  }

  func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    if name == BlobName.flags {
      if let record = try? RecordCoding.decode(bytes) { log.add(.disk(.write(DiskRecord(record)))) }
    } else {
      log.add(.disk(.writeSwitch(isStopped: bytes == Array("true".utf8))))
    }
    try change { $0[name] = bytes }
  }

  func remove(_ name: String) throws(StoreError) {
    log.add(.disk(.remove))
    try change { $0[name] = nil }
  }

  func setAside(_ name: String) throws(StoreError) {
    log.add(.disk(.setAside))
    try change { $0[name] = nil }
  }

  private func change(_ body: (inout [String: [UInt8]]) -> Void) throws(StoreError) {
    let fails = state.withLock { state in
      guard state.failures == 0 else {
        state.failures -= 1
        return true
      }
      body(&state.blobs)
      return false
    }
    if fails { throw StoreError("scripted") }
  }
}
