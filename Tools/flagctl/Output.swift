import Dispatch
import FeatureFlags
import Locking
import StrictJSON

/// Where the program writes: whole lines, from any thread, one after the other.
final class Output: Sendable {
  /// Takes whole lines; gives the reason when it could not.
  typealias Stream = @Sendable (_ lines: [UInt8]) -> String?

  private struct State: Sendable {
    var isJSON = false
    var isColored = false
    var failure: String?
  }

  private let state = Locked(State())
  /// A line is longer than what a pipe takes at once, so two writers would mix theirs.
  private let queue = DispatchQueue(label: "flagctl.output")
  private let standardOutput: Stream
  private let standardError: Stream

  /// Output to the given places, by default the process's own.
  init(
    standardOutput: @escaping Stream = DescriptorStream.standardOutput,
    standardError: @escaping Stream = DescriptorStream.standardError
  ) {
    self.standardOutput = standardOutput
    self.standardError = standardError
  }

  /// Takes over how the command line wants it: JSON or text, colour or none.
  func configure(_ invocation: Invocation) {
    state.withLock { state in
      state.isJSON = invocation.isJSON
      state.isColored =
        switch invocation.color {
        case .always: true
        case .never: false
        case .auto: DescriptorStream.isTerminal && invocation.environment["NO_COLOR", default: ""].isEmpty
        }
    }
  }

  var isJSON: Bool { state.withLock { $0.isJSON } }

  /// Why the standard output could not be written to, the first time it could not; nil as long as it can.
  var failure: String? { state.withLock { $0.failure } }

  /// Prints a command's answer: its JSON object, or its text.
  func answer(_ answer: Answer) {
    if isJSON {
      print(json: answer.json)
    } else if !answer.text.isEmpty {
      print(answer.text)
    }
  }

  func print(json: JSONObject) {
    print(jsonLine: JSONWriter.bytes(of: .object(json)) + [UInt8(ascii: "\n")])
  }

  func print(_ text: DisplayText) {
    write(Array("\(text)\n".utf8))
  }

  /// Prints a line of JSON whose end is already there; says whether it could be written.
  @discardableResult
  func print(jsonLine line: [UInt8]) -> Bool {
    write(Terminal.safe(json: line))
  }

  /// Prints one line of trouble on the standard error.
  func complain(_ message: String) {
    tell("flagctl: ", message)
  }

  /// Prints one line of what goes on on the standard error.
  func remark(_ message: String) {
    tell("# ", message)
  }

  /// `text` in green for on and red for off, where colour is wanted.
  func colored(_ text: String, isOn: Bool) -> DisplayText {
    state.withLock { $0.isColored } ? .colored(text, isOn: isOn) : "\(text)"
  }

  private func tell(_ prefix: String, _ message: String) {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    // With nowhere to complain to, there is nobody to tell.
    queue.sync { _ = standardError(Array("\(prefix)\(Terminal.safe(line))\n".utf8)) }
  }

  @discardableResult
  private func write(_ line: [UInt8]) -> Bool {
    let failure = queue.sync { standardOutput(line) }
    guard let failure else { return true }
    state.withLock { $0.failure = $0.failure ?? failure }
    return false
  }
}
