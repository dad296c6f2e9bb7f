/// One flag of a client, for code that reads its state so often that finding it by its key each time is too much.
///
/// ```swift
/// let checkout = client.flag("new_checkout")
/// while serving { if checkout.isEnabled(default: false) { … } }
/// ```
/// It follows the client: a refresh, a change of user and the end of the flag's 24 hours show in the next read. Copies
/// share their memory. It does not keep the client alive. Safe to use from any thread.
public struct FlagHandle: Sendable {
  private let cell: FlagCell

  init(_ cell: FlagCell) {
    self.cell = cell
  }

  /// The key of the flag, which need not exist.
  public var key: String { cell.key }

  /// The state of the flag; `defaultValue` exactly when ``FeatureFlagsClient/get(_:)`` gives nil (R4).
  public func isEnabled(default defaultValue: Bool) -> Bool {
    cell.state.isEnabled(by: cell.clock) ?? defaultValue
  }
}

extension FlagHandle: CustomStringConvertible {
  /// The key.
  public var description: String { "FlagHandle(\(key))" }
}
