/// An object that wants to know when a refresh changed flags (L1).
///
/// Any class can be one, on the main actor or not. There need not be an `NSObject` under it, as there must be on iOS.
@preconcurrency
public protocol PWFeatureFlagsUpdateListener: AnyObject {
  /// Called on the main actor once after each refresh that changed any flag; reads see the new flags.
  ///
  /// A class may call its own method from elsewhere, as code for iOS does; that is not checked.
  @preconcurrency @MainActor func featureFlagsDidUpdate()
}
