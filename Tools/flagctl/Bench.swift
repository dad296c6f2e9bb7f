import Composition
import FeatureFlags
import PushwooshWire

/// The parts that the command line asks for, and the trouble they report.
@MainActor
struct Bench {
  let assembly: Assembly
  let problems: Problems

  private let output: Output
  private let isVerbose: Bool

  /// Puts the parts together.
  ///
  /// - Throws: `Failure` naming the setting that cannot be used: exit status 2 for what was typed, 4 for what a file says.
  init(invocation: Invocation, output: Output) throws {
    let problems = Problems(output: output, isVerbose: invocation.isVerbose)
    var values: SettingValues?
    do throws(SettingError) {
      let given = try SettingValues(options: invocation.options, environment: invocation.environment)
      values = given
      let configuration = try Configuration(given, environment: invocation.environment)
      assembly = try Assembly(
        configuration,
        output: { line throws(EventSinkError) in
          guard output.print(jsonLine: line) else { throw EventSinkError("the standard output cannot be written to") }
        },
        diagnostics: problems.take)
    } catch {
      throw Self.failure(error, values)
    }
    self.problems = problems
    self.output = output
    isVerbose = invocation.isVerbose
    if isVerbose { remarkOnParts(values) }
  }

  /// A client of the parts.
  ///
  /// - Throws: `Failure` with exit status 5 when the store cannot be read.
  func openClient(userID: String? = nil) async throws -> FeatureFlagsClient {
    let client: FeatureFlagsClient
    do throws(SettingError) {
      client = try assembly.makeClient(userID: userID)
    } catch {
      throw Self.failure(error, nil)
    }
    await client.settle()
    if let problem = problems.read { throw Failure(.store, problem) }
    return client
  }

  /// An error from deeper down knows which setting it is about, but not where its value came from.
  private static func failure(_ error: SettingError, _ values: SettingValues?) -> Failure {
    var error = error
    if error.source == nil, let setting = error.setting { error.source = (try? values?.last(setting))?.source }
    switch error.source {
    case .option, .environment: return Failure(.usage, error.description)
    default: return Failure(.configuration, error.description)
    }
  }

  /// Says where things are; the token and the ids stay out of it.
  private func remarkOnParts(_ values: SettingValues?) {
    let configuration = assembly.configuration
    output.remark(
      "application \(configuration.applicationCode), user \(Hash.short(configuration.userID ?? "device id"))")
    output.remark(
      "base \(assembly.service.baseURL), transport \(configuration.transport), store \(configuration.store)")
    output.remark(
      "token \(configuration.apiToken == nil ? "none" : "given"), sinks \(configuration.sinks.map(\.rawValue))")
  }
}
