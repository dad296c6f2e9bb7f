/// An object that wants to know when a refresh changed flags (L1).
@MainActor
public protocol FeatureFlagsUpdateListener: AnyObject, Sendable {
  /// Called on the main actor once after each refresh that changed any flag; reads see the new flags.
  func featureFlagsDidUpdate()
}
