public import FeatureFlags
import Locking

/// A store that keeps its blobs in memory, and loses them with the process.
///
/// For tests, for previews, and for programs that must leave nothing on disk. A client made anew on the same instance
/// finds what an earlier one left, as after a restart. Safe to use from any thread; never blocks for long, never fails.
public final class InMemoryStore: Ports.Store {
  private let blobs: Locked<[String: [UInt8]]>

  /// A store with the given blobs; by default none.
  public init(_ blobs: [String: [UInt8]] = [:]) {
    self.blobs = Locked(blobs)
  }

  /// All blobs by name; one set aside lies under its name and `.aside`.
  public var contents: [String: [UInt8]] { blobs.withLock { $0 } }

  /// The bytes under `name`, or nil when there are none.
  public func read(_ name: String) -> [UInt8]? {
    blobs.withLock { $0[name] }
  }

  /// Puts `bytes` under `name` in place of what was there.
  public func write(_ bytes: [UInt8], to name: String) {
    blobs.withLock { $0[name] = bytes }
  }

  /// Removes what is under `name`, if anything is.
  public func remove(_ name: String) {
    blobs.withLock { $0[name] = nil }
  }

  /// Moves the blob under `name`, if there is one, to `name` and `.aside`, in one step.
  public func setAside(_ name: String) {
    blobs.withLock { blobs in
      guard let bytes = blobs.removeValue(forKey: name) else { return }
      blobs[name + ".aside"] = bytes
    }
  }
}
