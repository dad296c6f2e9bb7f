import CommandOptions
import StrictJSON
import Testing

@testable import flagsim

@Suite("flagsim: its command line")
struct CommandLineTests {
  private func run(_ arguments: String...) async -> (status: Int32, out: String, err: String) {
    var (out, err) = ("", "")
    let status = await Flagsim.run(["flagsim"] + arguments, out: { out += $0 + "\n" }, err: { err += $0 + "\n" })
    return (status, out, err)
  }

  @Test(
    "a command line that cannot be understood is status 2 and one line",
    arguments: [["--seeds", "0"], ["--seed", "x"], ["--steps"], ["--what"], ["word"], ["--first-seed", "-1"]])
  func usage(arguments: [String]) async {
    var err: [String] = []
    let status = await Flagsim.run(["flagsim"] + arguments, out: { _ in }, err: { err.append($0) })
    #expect(status == 2 && err.count == 1 && err[0].hasPrefix("flagsim: "))
  }

  @Test("options are what they say, and the help names each")
  func options() async throws {
    let options = try Options(["--seeds", "5", "--first-seed=9", "--steps", "7", "--verbose", "--json"])
    #expect(options.seeds == 5 && options.firstSeed == 9 && options.steps == 7)
    #expect(options.isVerbose && options.isJSON)
    let help = await run("--help")
    #expect(help.status == 0 && Options.specs.allSatisfy { help.out.contains("--\($0.name)") })
  }

  @Test("a small run prints its table, and tells of each seed when verbose")
  func report() async {
    let result = await run("--seeds", "3", "--steps", "10", "--verbose")
    #expect(result.status == 0 && result.out.contains("3 seeds, 30 steps") && result.out.contains("0 violations"))
    #expect(result.err == "seed 1\nseed 2\nseed 3\n")
  }

  @Test("the result as JSON is one object with the counts of all rules")
  func json() async throws {
    let result = await run("--seeds", "3", "--steps", "10", "--json")
    guard case .object(let object) = try JSONReader.value(of: Array(result.out.utf8)) else {
      Issue.record("no object")
      return
    }
    #expect(object["seeds"] == .integer(3))
    guard case .object(let rules)? = object["rules"] else {
      Issue.record("no rules")
      return
    }
    #expect(rules.count == RuleNumber.allCases.count)
  }

  @Test("a seed replays the same twice, with all that happens when verbose", arguments: ["5", "60"])
  func replay(seed: String) async {
    let first = await run("--seed", seed, "--steps", "30", "--verbose")
    let second = await run("--seed", seed, "--steps", "30", "--verbose")
    #expect(first.out == second.out && first.status == 0)
    #expect(first.out.contains("30. ") && first.out.contains("no violation"))
  }

  @Test("a finding shows rule, seed and the shortest history, in words and as JSON")
  func finding() {
    let finding = Finding(
      seed: 8, violation: Violation(rule: .s2, message: "seen", step: 1),
      shortest: History(setup: Setup(), steps: [.becomeActive]))
    #expect("\(finding)".contains("seed 8 breaks S2 at step 1: seen") && "\(finding)".contains("1. become active"))
  }
}
