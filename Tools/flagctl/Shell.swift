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
  private var hasFailed = false

  init(client: FeatureFlagsClient, bench: Bench, output: Output) {
    self.client = client
    self.bench = bench
    self.output = output
  }

  /// Runs the lines of the standard input.
  func run(isStrict: Bool) async -> ExitStatus {
    if DescriptorStream.isInputTerminal, !output.isJSON {
      output.remark("commands: \(Self.commandNames.joined(separator: ", ")); Ctrl-D ends it")
    }
    for await line in InputLines.stream() {
      guard let answer = await answer(to: line) else { continue }
      output.answer(answer.onOneLine)
      hasFailed = hasFailed || !answer.isOK
      // Nobody would see the rest.
      if output.failure != nil { break }
      if answer.json["command"] == "quit", answer.isOK { break }
    }
    await client.settleIncludingMainCalls()
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

  /// Starts a refresh that nobody waits for; its end is told as an event, after those of its changes (L3).
  func startRefresh() {
    client.refresh { self.tellEnd($0) }
  }

  private func tellEnd(_ error: FeatureFlagsError?) {
    hasFailed = hasFailed || error != nil
    var event: JSONObject = ["event": "refresh", "ok": .bool(error == nil)]
    let failure = error.map(Answer.refresh)
    if let failure { event["error"] = failure.json["error"] }
    if output.isJSON {
      output.print(json: event)
    } else {
      output.print("in the background: \(failure?.text ?? "refresh ended")")
    }
  }
}
