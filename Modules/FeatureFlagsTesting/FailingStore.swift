public import FeatureFlags

/// A store that fails when told to, and otherwise does what the store it wraps does (S5, S6).
///
/// A call that fails does nothing. Safe to use from any thread, as far as the wrapped store is.
public final class FailingStore: Ports.Store {
  /// What a store is asked to do.
  public enum Operation: Sendable, Hashable, CaseIterable {
    /// ``FailingStore/read(_:)``.
    case read
    /// ``FailingStore/write(_:to:)``.
    case write
    /// ``FailingStore/remove(_:)``.
    case remove
    /// ``FailingStore/setAside(_:)``.
    case setAside
  }

  /// One call of the store.
  public struct Call: Sendable, Hashable {
    /// What was asked.
    public var operation: Operation
    /// For which blob.
    public var name: String
    /// Whether it failed by the script.
    public var failed: Bool

    /// A call with the given parts.
    public init(_ operation: Operation, _ name: String, failed: Bool = false) {
      self.operation = operation
      self.name = name
      self.failed = failed
    }
  }

  private struct State: Sendable {
    var calls: [Call] = []
    var broken: [Operation: StoreError] = [:]
    /// The errors to come, by how many calls of the operation come first.
    var scripted: [Operation: [Int: StoreError]] = [:]
    var counts: [Operation: Int] = [:]
  }

  private let store: any Ports.Store
  private let watched = Watched(State())

  /// A store that works, until told otherwise, as `store` does.
  public init(_ store: any Ports.Store) {
    self.store = store
  }

  // MARK: The script

  /// Lets one call of `operation` fail: the `number`-th from now, counted from 1.
  public func fail(
    _ operation: Operation, number: Int = 1, with error: StoreError = StoreError("scripted failure")
  ) {
    watched.change { state in
      state.scripted[operation, default: [:]][state.counts[operation, default: 0] + number] = error
    }
  }

  /// Lets every call of `operation` fail until ``heal()``.
  public func failEvery(_ operation: Operation, with error: StoreError = StoreError("scripted failure")) {
    watched.change { $0.broken[operation] = error }
  }

  /// Forgets all failures that are still to come.
  public func heal() {
    watched.change { state in
      state.broken = [:]
      state.scripted = [:]
    }
  }

  // MARK: The record

  /// All calls so far, in order.
  public var calls: [Call] { watched.state.calls }

  /// Returns the calls of `operation` once there are at least `count`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  @discardableResult
  public func waitForCalls(of operation: Operation, count: Int) async throws -> [Call] {
    try await watched.wait { $0.counts[operation, default: 0] >= count }
    return calls.filter { $0.operation == operation }
  }

  // MARK: The store

  /// Reads from the wrapped store, or fails.
  public func read(_ name: String) throws(StoreError) -> [UInt8]? {
    try begin(.read, name)
    return try store.read(name)
  }

  /// Writes to the wrapped store, or fails.
  public func write(_ bytes: [UInt8], to name: String) throws(StoreError) {
    try begin(.write, name)
    try store.write(bytes, to: name)
  }

  /// Removes from the wrapped store, or fails.
  public func remove(_ name: String) throws(StoreError) {
    try begin(.remove, name)
    try store.remove(name)
  }

  /// Sets aside in the wrapped store, or fails.
  public func setAside(_ name: String) throws(StoreError) {
    try begin(.setAside, name)
    try store.setAside(name)
  }

  /// Records the call before it is made, so that whoever waits for it can come before its effect.
  private func begin(_ operation: Operation, _ name: String) throws(StoreError) {
    let error: StoreError? = watched.change { state in
      let count = state.counts[operation, default: 0] + 1
      state.counts[operation] = count
      let error = state.scripted[operation]?.removeValue(forKey: count) ?? state.broken[operation]
      state.calls.append(Call(operation, name, failed: error != nil))
      return error
    }
    if let error { throw error }
  }
}
