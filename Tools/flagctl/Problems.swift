import FeatureFlags
import Locking

/// What a client reports while a command runs, shown on the standard error as far as a person must know it.
final class Problems: Sendable {
  /// When a person is told what went wrong with requests and the store.
  enum Tells: Sendable {
    /// When the command has ended, by its answer or by the last line.
    case atTheEnd
    /// At once, with failures of the store only: the answers of a shell tell how requests went.
    case storeAtOnce
    /// At once, since nothing else tells it.
    case allAtOnce
  }

  private struct State: Sendable {
    var read: String?
    var write: String?
  }

  private let state = Locked(State())
  private let output: Output
  private let isVerbose: Bool
  private let tells: Tells

  init(output: Output, isVerbose: Bool, tells: Tells = .atTheEnd) {
    self.output = output
    self.isVerbose = isVerbose
    self.tells = tells
  }

  /// The last failure to read the store.
  var read: String? { state.withLock { $0.read } }

  /// The last failure to write to the store.
  var write: String? { state.withLock { $0.write } }

  /// True when failures to write have been told already.
  var hasToldWrites: Bool { tells != .atTheEnd }

  /// Forgets the failures to read: another client has its own.
  func forgetReads() {
    state.withLock { $0.read = nil }
  }

  func take(_ diagnostic: Diagnostic) {
    switch diagnostic.code {
    case .storeReadFailed: state.withLock { $0.read = diagnostic.message }
    case .storeWriteFailed:
      state.withLock { $0.write = diagnostic.message }
      if tells != .atTheEnd { output.complain("warning: \(diagnostic.message)") }
    case .refreshFailed:
      if tells == .allAtOnce { output.complain("warning: refresh failed: \(diagnostic.message)") }
    case .refreshSucceeded, .impressionFailed:
      // The command's own answer says so.
      break
    default: output.complain("warning: \(diagnostic.message)")
    }
    if isVerbose { output.remark("\(diagnostic.level.rawValue) \(diagnostic.code.rawValue): \(diagnostic.message)") }
  }
}
