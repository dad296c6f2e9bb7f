import FeatureFlags
import Foundation
import Locking
import PushwooshWire

/// Making the client when it is first needed, by one thread while the others wait.
extension Hub {
  enum Step {
    case use(Connection)
    case fail(SetupProblem)
    case wait(Gate)
    case make(Gate, Settings, AdapterFactory?)
  }

  /// The client and what belongs to it.
  ///
  /// - Parameter isQuiet: true where a missing Application Code is no fault, since it may still be set.
  func connect(isQuiet: Bool = false) throws(SetupProblem) -> Connection {
    while true {
      switch nextStep() {
      case .use(let connection): return connection
      case .fail(let problem): throw problem
      case .wait(let gate): gate.wait()
      case .make(let gate, let settings, let factory):
        let result: Result<Connection, SetupProblem>
        do throws(SetupProblem) {
          result = .success(try make(settings, factory))
        } catch {
          result = .failure(error)
        }
        let isCurrent = publish(result, madeOf: settings, isQuiet: isQuiet)
        gate.open()
        guard isCurrent else { continue }
        return try result.get()
      }
    }
  }

  /// What a thread that needs the client is to do; `.make` is for one thread at a time.
  func nextStep() -> Step {
    state.withLock { state in
      switch state.phase {
      case .made(let connection): return .use(connection)
      case .failed(let problem): return .fail(problem)
      case .making(let gate): return gate.isOwn ? .fail(.reentry) : .wait(gate)
      case .idle:
        let gate = Gate()
        state.phase = .making(gate)
        return .make(gate, state.settings, state.factory)
      }
    }
  }

  /// Puts what was made in its place; false when meanwhile another client is needed.
  private func publish(
    _ result: Result<Connection, SetupProblem>, madeOf settings: Settings, isQuiet: Bool
  ) -> Bool {
    let (isCurrent, isComplete) = state.withLock { state in
      let isCurrent = state.settings.generation == settings.generation
      let isComplete = state.settings.revision == settings.revision
      state.phase = .idle
      switch result {
      case .success(let connection): if isCurrent { state.phase = .made(connection) }
      // What was set meanwhile may be just what was missing, or is about to be set.
      case .failure(let problem): if isComplete, !(isQuiet && problem.isMissingCode) { state.phase = .failed(problem) }
      }
      return (isCurrent, isComplete)
    }
    switch result {
    case .success(let connection) where !isCurrent: connection.client.shutdown()
    case .success(let connection): if !isComplete { tell(connection, .all) }
    case .failure(let problem): if isComplete, !(isQuiet && problem.isMissingCode) { warn(problem.message) }
    }
    return isCurrent
  }

  private func make(_ settings: Settings, _ factory: AdapterFactory?) throws(SetupProblem) -> Connection {
    let setup = try setup(settings)
    let service = try setup.makeService()
    guard let factory = factory ?? defaultFactory() else { throw .missingAdapters }
    let adapters: Adapters
    do {
      adapters = try factory(service)
    } catch {
      throw SetupProblem("the adapters cannot be made: \(error)")
    }
    let kept = KeptUserID.read(adapters)
    var configuration = setup.client
    configuration.userID = configuration.userID ?? kept
    let client: FeatureFlagsClient
    do {
      client = try FeatureFlagsClient(configuration: configuration, adapters: adapters)
    } catch {
      throw SetupProblem(error.description)
    }
    client.addUpdateListener(listeners)
    let connection = Connection(client: client, service: service, keptUserID: kept)
    if settings.userID != nil { connection.keepUserID() }
    connection.apply(settings, .communication)
    return connection
  }

  /// Tells `connection` the settings of now, again if they change while it is told: the last word is the last setting.
  func tell(_ connection: Connection, _ part: Settings.Part) {
    var settings = state.withLock { $0.settings }
    while true {
      connection.apply(settings, part)
      let latest = state.withLock { $0.settings }
      if latest.revision == settings.revision { return }
      settings = latest
    }
  }
}
