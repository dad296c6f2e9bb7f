import FeatureFlags

/// A listener that passes on what it is told.
@MainActor
final class SimListener: FeatureFlagsUpdateListener {
  private let told: @Sendable ([String]) -> Void

  init(_ told: @escaping @Sendable ([String]) -> Void) {
    self.told = told
  }

  func featureFlagsDidUpdate() {}

  func featureFlagsDidUpdate(_ update: FlagsUpdate) { told(update.changedKeys) }
}
