import FeatureFlags
import Foundation
import Locking
import PushwooshWire

/// What is behind the static members: the settings, and the client that is made of them when it is first needed.
///
/// The lock is held to look and to note, never while a client is made or told something.
final class Hub: Sendable {
  /// The one of the process.
  static let shared = Hub()

  enum Phase: Sendable {
    /// There is no client yet.
    case idle
    /// A thread makes it.
    case making(Gate)
    case made(Connection)
    /// It cannot be made of these settings, which was reported.
    case failed(SetupProblem)
  }

  struct State: Sendable {
    var settings = Settings()
    var factory: AdapterFactory?
    var phase = Phase.idle

    var connection: Connection? {
      if case .made(let connection) = phase { connection } else { nil }
    }

    /// Notes that something was set: what failed may work now.
    mutating func didChange() {
      settings.revision += 1
      if case .failed = phase { phase = .idle }
    }

    /// Notes that another client is needed; gives the one that is to be ended.
    mutating func needsAnother() -> Connection? {
      settings.generation += 1
      didChange()
      guard let connection else { return nil }
      phase = .idle
      return connection
    }
  }

  let listeners = UpdateListeners()
  let state = Locked(State())
  private let lists: @Sendable () throws(SetupProblem) -> PropertyLists
  let defaultFactory: @Sendable () -> AdapterFactory?
  private let report: @Sendable (String) -> Void

  /// A hub with its sources; by default those of the process.
  init(
    lists: @escaping @Sendable () throws(SetupProblem) -> PropertyLists = PropertyLists.ofProcess,
    defaultFactory: @escaping @Sendable () -> AdapterFactory? = { DefaultProvider.factory() },
    report: @escaping @Sendable (String) -> Void = Hub.writeToStandardError
  ) {
    self.lists = lists
    self.defaultFactory = defaultFactory
    self.report = report
  }

  private static func writeToStandardError(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("PushwooshFramework: \(line)\n".utf8))
  }

  /// Tells the developer what nobody can be thrown at (C2, C3).
  func warn(_ line: String) { report(line) }

  /// The setup of `settings`, with what the property lists say now.
  func setup(_ settings: Settings) throws(SetupProblem) -> Setup {
    try Setup(settings, lists())
  }
}
