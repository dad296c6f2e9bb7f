import Locking
import StrictJSON

/// The devices that were heard of last, bounded in number.
final class DeviceRegistry: Sendable {
  /// Devices of different applications are different devices.
  struct ID: Sendable, Hashable {
    var application: ByteString
    var hardware: ByteString

    /// The id of a device; nil when it is too long to be kept.
    init?(application: String, hardware: String) {
      guard hardware.utf8.count <= Device.textLimit else { return nil }
      self.application = ByteString(application)
      self.hardware = ByteString(hardware)
    }
  }

  /// What has changed since it was last saved.
  struct Changes: Sendable {
    var devices: [(id: ID, device: Device)] = []
    var forgotten: [ID] = []
    /// How many were ever forgotten.
    var forgottenCount: Int64 = 0
  }

  private struct State: Sendable {
    var table: RecencyTable<ID, Device>
    var forgottenCount: Int64 = 0
    var changed: Set<ID> = []
    var forgotten: Set<ID> = []
  }

  private let state: Locked<State>
  private let keepsChanges: Bool

  /// An empty registry.
  ///
  /// - Parameter keepsChanges: true when somebody calls ``takeChanges()``.
  init(limit: Int = 10_000, keepsChanges: Bool = false) {
    state = Locked(State(table: RecencyTable(limit: limit)))
    self.keepsChanges = keepsChanges
  }

  var count: Int { state.withLock { $0.table.count } }

  /// The device `id`; nil when it is not known.
  func device(_ id: ID?) -> Device? { id.flatMap { id in state.withLock { $0.table[id] } } }

  /// Changes the device `id`, which need not be known; nothing without an id.
  func update(_ id: ID?, _ change: (inout Device) -> Void) {
    guard let id else { return }
    // What is forgotten is let go of outside the lock, for which all requests wait.
    _ = state.withLock { state in
      let forgotten = state.table.use(id, initial: Device(), change)
      if forgotten != nil { state.forgottenCount += 1 }
      guard keepsChanges else { return forgotten }
      state.changed.insert(id)
      if let forgotten {
        state.changed.remove(forgotten.key)
        state.forgotten.insert(forgotten.key)
      }
      state.forgotten.remove(id)
      return forgotten
    }
  }

  /// The `count` devices heard of last, newest first, and how many were ever forgotten.
  func newest(_ count: Int) -> (devices: [(key: ID, value: Device)], forgotten: Int64) {
    state.withLock { ($0.table.newest(count), $0.forgottenCount) }
  }

  /// What has changed since the last call; nil when nothing has.
  func takeChanges() -> Changes? {
    state.withLock { state in
      guard !state.changed.isEmpty || !state.forgotten.isEmpty else { return nil }
      var changes = Changes(forgotten: Array(state.forgotten), forgottenCount: state.forgottenCount)
      for id in state.changed {
        if let device = state.table[id] { changes.devices.append((id, device)) }
      }
      state.changed = []
      state.forgotten = []
      return changes
    }
  }

  /// Takes back changes that could not be saved.
  func returnChanges(_ changes: Changes) {
    state.withLock { state in
      for (id, _) in changes.devices where state.table[id] != nil { state.changed.insert(id) }
      for id in changes.forgotten where state.table[id] == nil { state.forgotten.insert(id) }
    }
  }

  /// Takes up what was stored, oldest first, before the first request comes.
  func restore(_ devices: [(id: ID, device: Device)], forgottenCount: Int64) {
    state.withLock { state in
      state.forgottenCount = forgottenCount
      for (id, device) in devices {
        guard let forgotten = state.table.use(id, initial: device, { _ in }) else { continue }
        state.forgottenCount += 1
        state.forgotten.insert(forgotten.key)
      }
    }
  }
}
