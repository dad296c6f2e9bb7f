import FeatureFlags
final class ClientSubject: Sendable {
  init(setup: Setup) {}
  func take(_ s: Stimulus, at: ClockReading) async -> Observed { Observed() }
  func end() async {}
}
