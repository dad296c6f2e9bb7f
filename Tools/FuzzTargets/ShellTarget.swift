#if DEBUG || FUZZ
  import Composition
  import FeatureFlags
  import Locking
  import StrictJSON
  @testable import flagctl

  /// Whole scripts of the shell: each line is answered once, in JSON that reads and in text that a terminal may show.
  ///
  /// The client has a manual clock, a store in memory and answers from a folder of ours, so a script leaves nothing behind.
  @MainActor
  enum ShellTarget {
    /// Days may pass in the foreground, years of hourly refreshes would only take long.
    private static let longestStep = Nanoseconds(7 * 24 * 3_600_000_000_000)
    private static let mostLines = 40

    static func run(_ bytes: [UInt8]) async throws {
      let printed = Locked<[[UInt8]]>([])
      let output = Output(
        standardOutput: { line in
          printed.withLock { $0.append(line) }
          return nil
        }, standardError: { _ in nil })
      let invocation = try Invocation(
        [
          "shell", "--json", "--clock", "manual", "--store", "memory", "--app-code", "ABCDE-12345", "--transport",
          "fixture:\(answers)", "--sink", "stdout",
        ], environment: [:])
      output.configure(invocation)
      let bench = try Bench(invocation: invocation, output: output, tells: .storeAtOnce)
      let shell = Shell(client: try await bench.openClient(), bench: bench, output: output)
      var lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(mostLines)[...]
      var isInForeground = false
      while let line = lines.popFirst() {
        guard isShort(String(line), isInForeground: &isInForeground) else { continue }
        if let answer = await shell.answer(to: String(line)) { try check(answer) }
      }
      await shell.client.settleIncludingMainCalls()
      shell.client.shutdown()
      await shell.client.settle()
      for line in printed.withLock({ $0 }) { try checkLine(line) }
    }

    /// The folder of the server's answers.
    private static let answers =
      "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/Answers"

    private static func isShort(_ line: String, isInForeground: inout Bool) -> Bool {
      guard let words = try? ShellWords.split(line), let name = words.first else { return true }
      if name == "active" || name == "background" { isInForeground = name == "active" }
      guard name == "advance", words.count > 1, isInForeground else { return true }
      return (Span.parse(words[1]) ?? .zero) <= longestStep
    }

    private static func check(_ answer: Answer) throws {
      guard case .string? = answer.json["command"], case .bool(answer.isOK)? = answer.json["ok"] else {
        throw Violation("an answer without its command, or that says otherwise than it went")
      }
      try checkLine(JSONWriter.bytes(of: .object(answer.json)) + [UInt8(ascii: "\n")])
      let text = answer.onOneLine.text.description
      try Violation.unless(
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) },
        "a control character in the text: \(text.debugDescription)")
    }

    private static func checkLine(_ line: [UInt8]) throws {
      try Violation.unless(
        line.last == UInt8(ascii: "\n") && line.count { $0 == UInt8(ascii: "\n") } == 1, "not exactly one line")
      guard case .object? = try? JSONReader.value(of: line) else { throw Violation("a line that is no JSON object") }
    }
  }
#endif
