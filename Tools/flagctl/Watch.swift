import Dispatch
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

  init(client: FeatureFlagsClient, output: Output) {
    self.client = client
    self.output = output
  }

  func run() async -> ExitStatus {
    let signals = Signals([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT])
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
  }

  private func line(_ key: String) -> String {
    guard let flag = client.get(key) else { return "\(key): gone" }
    return "\(key): \(output.colored(flag.isEnabled ? "on" : "off", isOn: flag.isEnabled))"
      + " (\(flag.ruleID.isEmpty ? "killed" : flag.ruleID))"
  }
}

/// Signals as a sequence, in place of what they would do by themselves, for as long as the process runs.
///
/// Not of the main actor, as the handlers, which run on a queue, would then take themselves to be.
final class Signals {
  let stream: AsyncStream<Int32>
  private let sources: [any DispatchSourceSignal]

  init(_ numbers: [Int32]) {
    let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
    self.stream = stream
    let queue = DispatchQueue(label: "flagctl.signals")
    sources = numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      return source
    }
  }
}
