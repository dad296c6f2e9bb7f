import FeatureFlags
import Locking
import Testing

@testable import flagctl

/// Collects what a program writes.
final class CapturedOutput: Sendable {
  private let lines = Locked<[UInt8]>([])
  private let errorLines = Locked<[UInt8]>([])

  var text: String { String(decoding: lines.withLock { $0 }, as: UTF8.self) }
  var errors: String { String(decoding: errorLines.withLock { $0 }, as: UTF8.self) }

  func makeOutput() -> Output {
    Output(
      standardOutput: { bytes in
        self.lines.withLock { $0 += bytes }
        return nil
      },
      standardError: { bytes in
        self.errorLines.withLock { $0 += bytes }
        return nil
      })
  }
}

@Suite("Determinism")
struct DeterminismTests {
  private static let script = """
    listen on
    active
    get a
    impression a
    refresh
    advance 5m
    refresh
    background
    advance 30m
    active
    impression a
    advance 1h
    get a
    refresh &
    wait
    set-user u-7
    background
    advance 24h
    get a
    reopen
    status
    """

  /// One process, a client for each run, the memory store: what differs between runs would be ours.
  @Test("T1, T2, S1, N1: 1 000 runs of one script on a manual clock print the same bytes")
  @MainActor
  func thousandRuns() async throws {
    let scene = try Scene(Answers.sequence(4))
    let invocation = try Invocation(
      ["shell", "--clock", "manual", "--json", "--store", "memory"], environment: scene.environment)
    var first: String?
    for run in 1...1000 {
      let captured = CapturedOutput()
      let output = captured.makeOutput()
      output.configure(invocation)
      let bench = try Bench(invocation: invocation, output: output)
      let shell = Shell(client: try await bench.openClient(), bench: bench, output: output)
      for line in Self.script.split(separator: "\n") {
        if let answer = await shell.answer(to: String(line)) { output.answer(answer.onOneLine) }
      }
      shell.client.shutdown()
      await shell.client.settle()
      let text = captured.text
      if let first {
        try #require(text == first, "run \(run)")
      } else {
        first = text
      }
      #expect(captured.errors == "")
    }
    let lines = try #require(first).split(separator: "\n")
    #expect(lines.count == 29)
    #expect(lines.filter { $0.contains(#""event":"update""#) }.count == 5)
    #expect(
      lines.last.map(String.init) == Line.status(user: "u-7", flags: 0, age: nil, valid: 0, throttled: 0, session: 0))
  }

  @Test("The same in the real program, a file store and all, 20 times")
  func processes() async throws {
    var first: Program.Ending?
    for _ in 1...20 {
      let scene = try Scene(Answers.sequence(4))
      let ending = try await scene.run(["shell", "--clock", "manual", "--json"], input: Self.script)
      #expect(ending.status == 0)
      #expect(first == nil || ending == first)
      first = ending
    }
  }
}
