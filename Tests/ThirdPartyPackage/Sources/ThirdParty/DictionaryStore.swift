import FeatureFlags
import Synchronization

/// A store as short as one can be.
final class DictionaryStore: Ports.Store {
  private let blobs = Mutex<[String: [UInt8]]>([:])

  func read(_ name: String) throws(StoreError) -> [UInt8]? {
    blobs.withLock { $0[name] }
  }

  func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    blobs.withLock { $0[name] = bytes }
  }

  func remove(_ name: String) throws(StoreError) {
    blobs.withLock { $0[name] = nil }
  }
}

/// The same with a fault: every third write is lost.
final class ForgetfulStore: Ports.Store {
  private let store = DictionaryStore()
  private let writes = Mutex(0)

  func read(_ name: String) throws(StoreError) -> [UInt8]? {
    try store.read(name)
  }

  func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    let number = writes.withLock { count in
      count += 1
      return count
    }
    if number % 3 != 0 { try store.write(bytes, to: name) }
  }

  func remove(_ name: String) throws(StoreError) {
    try store.remove(name)
  }
}
