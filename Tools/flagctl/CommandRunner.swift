import Composition
import FeatureFlags
import StrictJSON

/// Carries out one command: puts a client together, uses it, and says how it went.
@MainActor
struct CommandRunner {
  let invocation: Invocation
  let output: Output

  func run(_ command: Command) async throws -> ExitStatus {
    let bench = try Bench(invocation: invocation, output: output, tells: command.tells)
    if case .clear(all: true) = command { return try await clearAll(bench) }
    let client = try await bench.openClient()
    let status = try await run(command, client, bench)
    client.shutdown()
    await client.settle()
    await bench.flushEvents()
    if let problem = bench.problems.write, status == .success || status == .negative {
      if bench.problems.hasToldWrites { return .store }
      throw Failure(.store, problem)
    }
    return status
  }

  private func run(_ command: Command, _ client: FeatureFlagsClient, _ bench: Bench) async throws -> ExitStatus {
    switch command {
    case .get(let key):
      let flag = client.get(key)
      output.answer(.get(key, flag, output))
      return flag == nil ? .negative : .success
    case .enabled(let key, let defaultState):
      let isOn = client.isEnabled(key, default: defaultState)
      output.answer(.enabled(isOn))
      return isOn ? .success : .negative
    case .property(let key, let name, let type, let defaultValue):
      output.answer(.property(client.get(key), name, type, default: defaultValue))
      return .success
    case .list:
      output.answer(.list(client.allFlags, output))
      return .success
    case .refresh: return await refresh(client)
    case .impression(let keys): return await logImpressions(keys, client)
    case .status:
      output.answer(.status(client, bench.assembly.configuration))
      return .success
    case .watch(let every): return await Watch(client: client, output: output).run(every: every)
    case .shell(let isStrict): return await Shell(client: client, bench: bench, output: output).run(isStrict: isStrict)
    case .clear: return await clear(client, bench)
    }
  }

  private func refresh(_ client: FeatureFlagsClient) async -> ExitStatus {
    do {
      let outcome = try await client.refresh()
      await client.settle()
      output.answer(.refresh(outcome))
      return .success
    } catch {
      let answer = Answer.refresh(error)
      if output.isJSON { output.answer(answer) }
      output.complain(answer.text.description)
      return .failed
    }
  }

  private func logImpressions(_ keys: [String], _ client: FeatureFlagsClient) async -> ExitStatus {
    var status = ExitStatus.success
    for key in keys {
      do {
        let outcome = try await client.deliverImpression(key)
        output.answer(.impression(key, outcome))
        if outcome == .noFlag, status == .success { status = .negative }
      } catch {
        if output.isJSON { output.answer(.impression(key, error)) }
        output.complain("impression of \(key) was not delivered: \(error)")
        status = .failed
      }
    }
    return status
  }

  private func clear(_ client: FeatureFlagsClient, _ bench: Bench) async -> ExitStatus {
    client.clearStoredFlags()
    await client.settle()
    if bench.problems.write == nil { output.answer(Answer("clear", text: "the stored flags are forgotten")) }
    return .success
  }

  /// Works on the store alone, so that one that no client can use can be cleared too.
  private func clearAll(_ bench: Bench) async throws -> ExitStatus {
    do throws(StoreError) {
      // With what was set aside under each name (S5).
      for name in BlobName.all.flatMap({ [$0, $0 + ".aside"] }) { try bench.assembly.adapters.store.remove(name) }
    } catch {
      throw Failure(.store, error.message)
    }
    output.answer(Answer("clear", text: "everything is forgotten"))
    return .success
  }
}

extension Command {
  /// Those that stay must tell at once what those that end tell at the end.
  fileprivate var tells: Problems.Tells {
    switch self {
    case .watch: .allAtOnce
    case .shell: .storeAtOnce
    default: .atTheEnd
    }
  }
}
