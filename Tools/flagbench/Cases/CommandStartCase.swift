import FeatureFlags
import FoundationEssentials
import JSONFileStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A whole run of `flagctl enabled KEY`, against a program that prints one line and no more; both linked statically.
enum CommandStartCase {
  static func figures(_ options: Options) async throws -> [Figure] {
    guard let flagctl = options.flagctl, let baseline = options.baselineProgram else { return [] }
    let directory = try TemporaryDirectory()
    let store = JSONFileStore(JSONFileStore.Configuration(directory: directory.path))
    let bench = try await BenchClient(answers: [SampleAnswer.bytes(flags: 1000)], store: store)
    bench.client.shutdown()
    let key = SampleAnswer.key(500)
    let command = [
      flagctl, "enabled", key, "--app-code", "BENCH-00001", "--user-id", bench.client.deviceID, "--store",
      "file:" + directory.path,
    ]
    guard Program.run(command) == 0 else { throw CommandFailure(command: command) }
    var own: [Double] = []
    var plain: [Double] = []
    for round in 0...(options.isQuick ? 10 : 60) {
      let times = (time([baseline]), time(command))
      if round > 0 {
        plain.append(times.0)
        own.append(times.1)
      }
    }
    return [
      Figure(
        name: "cli-start", value: Rounds.median(own) / 1e6, baseline: Rounds.median(plain) / 1e6, unit: "ms",
        target: .atMost(1.5), note: "1 000 stored flags")
    ]
  }

  private static func time(_ command: [String]) -> Double {
    let start = Stopwatch.wall()
    _ = Program.run(command)
    return Stopwatch.wall() - start
  }
}

/// A command that should have worked.
struct CommandFailure: Error, CustomStringConvertible {
  let command: [String]

  var description: String { "it fails: \(command.joined(separator: " "))" }
}

/// Other programs.
private enum Program {
  /// Runs a command without output and gives its exit status; nil when it cannot be started or is ended by a signal.
  static func run(_ command: [String]) -> Int32? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: Int32 in [1, 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    let arguments = command.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    var pid = pid_t()
    guard posix_spawn(&pid, command[0], &actions, nil, arguments + [nil], environ) == 0 else { return nil }
    var status: Int32 = 0
    guard waitpid(pid, &status, 0) == pid, status & 0x7f == 0 else { return nil }
    return status >> 8 & 0xff
  }
}
