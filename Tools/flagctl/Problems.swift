import FeatureFlags
import Locking

/// What a client reports while a command runs, shown on the standard error as far as a person must know it.
final class Problems: Sendable {
  private struct State: Sendable {
    var read: String?
    var write: String?
  }

  private let state = Locked(State())
  private let output: Output
  private let isVerbose: Bool

  init(output: Output, isVerbose: Bool) {
    self.output = output
    self.isVerbose = isVerbose
  }

  /// The last failure to read the store.
  var read: String? { state.withLock { $0.read } }

  /// The last failure to write to the store.
  var write: String? { state.withLock { $0.write } }

  func take(_ diagnostic: Diagnostic) {
    switch diagnostic.code {
    case .storeReadFailed: state.withLock { $0.read = diagnostic.message }
    case .storeWriteFailed: state.withLock { $0.write = diagnostic.message }
    case .refreshSucceeded, .refreshFailed, .impressionFailed:
      // The command's own answer says so.
      break
    default: output.complain("warning: \(diagnostic.message)")
    }
    if isVerbose { output.remark("\(diagnostic.level.rawValue) \(diagnostic.code.rawValue): \(diagnostic.message)") }
  }
}
