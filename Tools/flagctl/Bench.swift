import Composition
import FeatureFlags
import PushwooshWire

/// The parts that the command line asks for, and the trouble they report.
@MainActor
struct Bench {
  let assembly: Assembly
  let problems: Problems

  private let values: SettingValues?
  private let output: Output
  /// Where to say what goes on; nil to say nothing.
  private let remarks: Output?

  /// Puts the parts together.
  ///
  /// - Throws: `Failure` naming the setting that cannot be used: exit status 2 for what was typed, 4 for what a file says.
  init(invocation: Invocation, output: Output, tells: Problems.Tells = .atTheEnd) throws {
    let problems = Problems(output: output, isVerbose: invocation.isVerbose, tells: tells)
    var values: SettingValues?
    do throws(SettingError) {
      let given = try SettingValues(options: invocation.options, environment: invocation.environment)
      values = given
      var configuration = try Configuration(given, environment: invocation.environment)
      // Whoever logs nothing does not wait for what others have logged.
      if !invocation.logsImpressions { configuration.eventQueue = nil }
      assembly = try Assembly(
        configuration,
        output: { line throws(EventSinkError) in
          guard output.print(jsonLine: line) else {
            throw EventSinkError("cannot write to the standard output: \(output.failure ?? "")")
          }
        },
        diagnostics: problems.take)
    } catch {
      throw Self.failure(values.map(error.naming) ?? error)
    }
    self.problems = problems
    self.output = output
    self.values = values
    remarks = invocation.isVerbose ? output : nil
    if invocation.isVerbose { remarkOnParts(output) }
  }

  /// A client of the parts.
  ///
  /// - Throws: `Failure` with exit status 5 when the store cannot be read.
  func openClient(userID: String? = nil) async throws -> FeatureFlagsClient {
    problems.forgetReads()
    let client: FeatureFlagsClient
    do throws(SettingError) {
      client = try assembly.makeClient(userID: userID)
    } catch {
      throw Self.failure(values.map(error.naming) ?? error)
    }
    await client.settle()
    if let problem = problems.read {
      client.shutdown()
      await client.settle()
      throw Failure(.store, problem)
    }
    remarks?.remark("device \(Hash.short(client.deviceID)), user \(Hash.short(client.userID))")
    return client
  }

  /// Gives what waits in the queue of events one more chance, and says how many events stay there.
  func flushEvents() async {
    guard let directory = assembly.configuration.eventQueue else { return }
    let waiting = await assembly.flushEvents()
    guard waiting > 0 else { return }
    output.remark("\(waiting) impression\(waiting == 1 ? " waits" : "s wait") in \(directory)")
  }

  private static func failure(_ error: SettingError) -> Failure {
    switch error.source {
    case .option, .environment: Failure(.usage, error.description)
    default: Failure(.configuration, error.description)
    }
  }

  /// Says where things are; of the token and the ids there are only hashes.
  private func remarkOnParts(_ output: Output) {
    let configuration = assembly.configuration
    let token = configuration.apiToken.map(Hash.short) ?? "none"
    let sinks = configuration.sinks.map(\.rawValue).joined(separator: ", ")
    output.remark("application \(configuration.applicationCode)")
    output.remark(
      "base \(assembly.service.baseURL), transport \(configuration.transport.text), store \(configuration.store.text)")
    output.remark("token \(token), sinks \(sinks)")
  }
}
