/// An object that wants to know when a refresh changed flags (L1).
@MainActor
public protocol FeatureFlagsUpdateListener: AnyObject, Sendable {
  /// Called on the main actor once after each refresh that changed any flag; reads see the new flags.
  func featureFlagsDidUpdate()

  /// Called in place of ``featureFlagsDidUpdate()`` where it is implemented, with the keys that changed.
  func featureFlagsDidUpdate(_ update: FlagsUpdate)
}

extension FeatureFlagsUpdateListener {
  /// Calls ``featureFlagsDidUpdate()``.
  public func featureFlagsDidUpdate(_ update: FlagsUpdate) {
    featureFlagsDidUpdate()
  }
}
