import Composition
import StrictJSON
import Testing

@testable import flagctl

@Suite("The command line, taken apart")
@MainActor
struct InvocationTests {
  private func invocation(_ arguments: String..., environment: [String: String] = [:]) throws -> Invocation {
    try Invocation(arguments, environment: environment)
  }

  @Test("Commands and their words")
  func commands() throws {
    func command(_ arguments: String...) throws -> Command? {
      if case .run(let command) = try Invocation(arguments, environment: [:]).command { command } else { nil }
    }
    guard case .get("a") = try command("get", "a") else { throw Wrong() }
    guard case .enabled("a", true) = try command("enabled", "a", "--default", "true") else { throw Wrong() }
    guard
      case .property("a", "b", .integer, .some(.integer(3))) = try command(
        "--type", "integer", "property", "--default=3", "a", "b")
    else { throw Wrong() }
    guard case .impression(["a", "b"]) = try command("impression", "a", "b") else { throw Wrong() }
    guard case .shell(isStrict: true) = try command("shell", "--strict") else { throw Wrong() }
    guard case .clear(all: false) = try command("clear") else { throw Wrong() }
    guard case .get("--json") = try command("get", "--", "--json") else { throw Wrong() }
  }

  private struct Wrong: Error {}

  @Test("Options and what they default to")
  func options() throws {
    let plain = try invocation("list")
    #expect(!plain.isJSON && !plain.isVerbose && plain.color == .auto)
    let all = try invocation("list", "--json", "--verbose", "--color", "never", "--user-id", "u", "--app-extension")
    #expect(all.isJSON && all.isVerbose && all.color == .never)
    #expect(all.options[.userID] == ["u"])
    #expect(all.options[.appExtension] == ["true"])
    let environment = ["FLAGCTL_JSON": "TRUE", "FLAGCTL_VERBOSE": "no", "FLAGCTL_COLOR": "always"]
    let variables = try invocation("list", environment: environment)
    #expect(variables.isJSON && !variables.isVerbose && variables.color == .always)
    #expect(try invocation("list", "--color", "auto", environment: environment).color == .auto)
  }

  @Test("An option may be cut short as long as it is one")
  func abbreviations() throws {
    #expect(try invocation("list", "--verb").isVerbose)
    #expect(throws: Failure.self) { try invocation("list", "--app") }
  }

  @Test("Failures become one line and an exit status")
  func failures() async {
    let captured = CapturedOutput()
    let status = await Flagctl.run(["nonsense"], environment: [:], output: captured.makeOutput())
    #expect(status == .usage)
    #expect(captured.errors.hasPrefix("flagctl: unknown command 'nonsense'"))
    #expect(captured.text == "")
  }
}
