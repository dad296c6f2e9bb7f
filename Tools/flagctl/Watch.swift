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

  func run() async -> ExitStatus {
    client.addUpdateListener(self)
    if !output.isJSON { output.remark("watching; Ctrl-Z is the background, Ctrl-C ends it") }
    client.didBecomeActive()
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
