import Locking

/// Runs closures on the main actor in the order in which they were posted (L1, L3).
///
/// Nothing waits for the main thread: where it never runs its loop, the closures just stay here.
final class MainMailbox: Sendable {
  private struct State {
    var letters: [@MainActor @Sendable () -> Void] = []
    var isBeingEmptied = false
  }

  private let state = Locked(State())

  func post(_ letter: @escaping @MainActor @Sendable () -> Void) {
    let mustStart = state.withLock { state in
      state.letters.append(letter)
      defer { state.isBeingEmptied = true }
      return !state.isBeingEmptied
    }
    if mustStart { Task { @MainActor in self.empty() } }
  }

  @MainActor private func empty() {
    while true {
      let letters = state.withLock { state in
        defer { state.letters = [] }
        if state.letters.isEmpty { state.isBeingEmptied = false }
        return state.letters
      }
      if letters.isEmpty { return }
      for letter in letters { letter() }
    }
  }
}
