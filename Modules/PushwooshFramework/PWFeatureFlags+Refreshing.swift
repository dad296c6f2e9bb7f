import FeatureFlags
import Foundation

extension PWFeatureFlags {
  /// Asks the server for flags, and tells nobody how it ended; see ``refresh(completion:)``.
  ///
  /// In `async` code the call of this name is the one that waits; there, `refresh(completion: nil)` does not.
  public func refresh() {
    refresh(completion: nil)
  }

  /// Asks the server for flags, and calls `completion` once on the main actor, after the listeners (T2, L3).
  ///
  /// While the stored flags are valid at most one request is sent in 5 minutes; inside that window the call succeeds
  /// with what is stored.
  /// - Parameter completion: receives nil on success, else an `NSError` with the domain ``PWFeatureFlagsErrorDomain`` and
  ///   the code of E1; may itself be nil. It needs a main thread that runs its loop or an `async` main.
  @preconcurrency
  public func refresh(completion: (@MainActor @Sendable ((any Error)?) -> Void)?) {
    do throws(SetupProblem) {
      try hub.connectActively().client.refresh { error in completion?(error.map(NSError.init)) }
    } catch {
      guard let completion else { return }
      let failure = FeatureFlagsError(error)
      Task { @MainActor in completion(NSError(failure)) }
    }
  }

  /// Asks the server for flags; when it returns, reads see the new ones (L4).
  ///
  /// - Throws: an `NSError` with the domain ``PWFeatureFlagsErrorDomain`` and the code of E1; code 0 also when the
  ///   calling task is cancelled.
  public func refresh() async throws {
    do {
      try await hub.connectActively().client.refresh()
    } catch let error as FeatureFlagsError {
      throw NSError(error)
    } catch let problem as SetupProblem {
      throw NSError(FeatureFlagsError(problem))
    }
  }
}
