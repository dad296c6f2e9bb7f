import FeatureFlags
import StrictJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Stays in the foreground and prints what changes, until it is told to end.
@MainActor
final class Watch: FeatureFlagsUpdateListener {
  private let client: FeatureFlagsClient
  private let output: Output

  private let signals = Signals([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT])

  init(client: FeatureFlagsClient, output: Output) {
    self.client = client
    self.output = output
  }

  /// Runs until a signal ends it.
  ///
  /// - Parameter every: how often to ask the server, besides the automatic refreshes; nil for those alone.
  func run(every: Nanoseconds?) async -> ExitStatus {
    client.addUpdateListener(self)
    if !output.isJSON { output.remark("watching; Ctrl-Z is the background, Ctrl-C ends it") }
    client.didBecomeActive()
    let refreshes = every.map { every in Task { await refresh(every: every) } }
    defer { refreshes?.cancel() }
    for await signal in signals.stream {
      switch signal {
      case SIGTSTP:
        client.didEnterBackground()
        kill(getpid(), SIGSTOP)
      case SIGCONT: client.didBecomeActive()
      default: return .success
      }
    }
    return .success
  }

  /// Refreshes until it is cancelled. Failures are told by the diagnostics, changes by the listener.
  private func refresh(every: Nanoseconds) async {
    var hasToldThrottling = false
    while (try? await Task.sleep(for: every.duration)) != nil {
      guard let outcome = try? await client.refresh(), outcome.kind == .throttled, !hasToldThrottling else { continue }
      hasToldThrottling = true
      output.complain("warning: the server is asked once in 5 minutes at most; --disable-throttle lifts that")
    }
  }

  func featureFlagsDidUpdate() {}

  func featureFlagsDidUpdate(_ update: FlagsUpdate) {
    if output.isJSON {
      output.print(json: Answer.update(update))
    } else {
      for key in update.changedKeys { output.print(line(key)) }
    }
    // Nobody would see the rest.
    if output.failure != nil { signals.end() }
  }

  private func line(_ key: String) -> DisplayText {
    guard let flag = client.get(key) else { return "\(key): gone" }
    return "\(key): \(flag.state(output)) (\(flag.shownRule))"
  }
}
