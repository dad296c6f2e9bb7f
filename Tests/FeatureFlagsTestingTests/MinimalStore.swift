import FeatureFlags
import Locking

/// A store that does only what the port asks for, and takes the port's own `setAside(_:)`.
struct MinimalStore: Ports.Store {
  private let blobs = Locked<[String: [UInt8]]>([:])

  func read(_ name: String) -> [UInt8]? { blobs.withLock { $0[name] } }

  func write(_ bytes: [UInt8], to name: String) { blobs.withLock { $0[name] = bytes } }

  func remove(_ name: String) { blobs.withLock { $0[name] = nil } }
}
