import Composition
import FeatureFlags
import PushwooshWire
import StrictJSON

/// One client, driven by commands, one a line; each is answered with exactly one line when it has finished.
@MainActor
final class Shell: FeatureFlagsUpdateListener {
  var client: FeatureFlagsClient
  let bench: Bench
  let output: Output
  var isListening = false
  /// The User ID that `set-user` set, which a restart sets again.
  var userID: String?
  private var refreshes: [Task<Void, Never>] = []

  init(client: FeatureFlagsClient, bench: Bench, output: Output) {
    self.client = client
    self.bench = bench
    self.output = output
  }

  /// Runs the lines of the standard input.
  func run(isStrict: Bool) async -> ExitStatus {
    var hasFailed = false
    for await line in InputLines.stream() {
      guard let answer = await answer(to: line) else { continue }
      output.answer(answer.onOneLine)
      hasFailed = hasFailed || !answer.isOK
      if answer.json["command"] == "quit", answer.isOK { break }
    }
    await waitForRefreshes()
    client.shutdown()
    await client.settle()
    return isStrict && hasFailed ? .negative : .success
  }

  /// What comes of one line; nil for an empty one.
  func answer(to line: String) async -> Answer? {
    let words: [String]
    do {
      words = try ShellWords.split(line)
    } catch {
      return Answer(line.split(separator: " ").first.map(String.init) ?? "", problem: error.message)
    }
    guard let name = words.first else { return nil }
    do {
      return try await run(name, Array(words.dropFirst()))
    } catch let failure as Failure {
      return Answer(name, problem: failure.message)
    } catch {
      return Answer(name, problem: "\(error)")
    }
  }

  func featureFlagsDidUpdate() {}

  func featureFlagsDidUpdate(_ update: FlagsUpdate) {
    if output.isJSON {
      output.print(json: Answer.update(update))
    } else {
      output.print("changed: \(update.changedKeys.joined(separator: ", "))")
    }
  }

  /// Starts a refresh that nobody waits for; its end is told as an event.
  func startRefresh() {
    let client = client
    // Asked for here and now, so that what follows finds the request in flight.
    let (results, continuation) = AsyncStream.makeStream(of: FeatureFlagsError?.self)
    client.refresh { error in
      continuation.yield(error)
      continuation.finish()
    }
    refreshes.append(
      Task {
        for await error in results { self.tellEnd(error) }
      })
  }

  func waitForRefreshes() async {
    for task in refreshes { await task.value }
    refreshes = []
  }

  private func tellEnd(_ error: FeatureFlagsError?) {
    var event: JSONObject = ["event": "refresh", "ok": .bool(error == nil)]
    if let error { event["error"] = Answer("refresh", error).json["error"] }
    if output.isJSON {
      output.print(json: event)
    } else {
      output.print("the refresh in the background \(error.map { "failed: \($0)" } ?? "has ended")")
    }
  }
}
