/// One parser of untrusted input with the properties that it must have, whatever the bytes.
public struct FuzzTarget: Sendable {
  /// How the target runs.
  public enum Body: Sendable {
    /// On the calling thread.
    case immediate(@Sendable ([UInt8]) throws -> Void)
    /// On the main thread, which must not wait for it.
    case onMain(@MainActor @Sendable ([UInt8]) async throws -> Void)
  }

  /// The name, as `Tools/fuzz` and the folders of seeds have it.
  public let name: String

  /// What it shows, in a few words.
  public let summary: String

  /// Runs it on one input; throws a ``Violation``, or traps.
  public let body: Body

  /// All targets.
  ///
  /// Two of them reach into a program and the adapters' insides, which an ordinary release build does not let them.
  public static let all: [FuzzTarget] =
    [
      FuzzTarget(
        name: "json", summary: "the JSON reader, against a second recogniser and Foundation's reader",
        body: .immediate(JSONTarget.run)),
      FuzzTarget(
        name: "answer", summary: "the service's answers: flags and envelope", body: .immediate(AnswerTarget.run)),
      FuzzTarget(name: "record", summary: "the stored record and its checksum", body: .immediate(RecordTarget.run)),
      FuzzTarget(
        name: "url", summary: "base URL, reverse proxy, headers, token, Application Code",
        body: .immediate(URLTarget.run)),
      FuzzTarget(
        name: "flags-file", summary: "the server's flags file: reading, compiling, evaluating",
        body: .immediate(FlagsFileTarget.run)),
    ] + testable

  #if DEBUG || FUZZ
    private static let testable: [FuzzTarget] = [
      FuzzTarget(
        name: "plist", summary: "property lists, of the command line and of the drop-in",
        body: .immediate(PropertyListTarget.run)),
      FuzzTarget(
        name: "shell", summary: "scripts of flagctl's shell, run on a manual clock", body: .onMain(ShellTarget.run)),
    ]
  #else
    private static let testable: [FuzzTarget] = []
  #endif

  /// Runs the target on `bytes` and returns when it has ended.
  public func run(_ bytes: [UInt8]) async throws {
    switch body {
    case .immediate(let run): try run(bytes)
    case .onMain(let run): try await run(bytes)
    }
  }
}
