import FeatureFlags
import Locking
import StrictJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the program writes: whole lines, from any thread, in the order in which they come.
final class Output: Sendable {
  private struct Style: Sendable {
    var isJSON = false
    var isColored = false
  }

  private let style = Locked(Style())
  private let outLock = Locked(false)
  private let standardOutput: @Sendable ([UInt8]) -> Bool
  private let standardError: @Sendable ([UInt8]) -> Bool

  /// Output to the process's own streams.
  convenience init() {
    self.init(
      standardOutput: { Self.write($0, to: STDOUT_FILENO) }, standardError: { Self.write($0, to: STDERR_FILENO) })
  }

  /// Output to the given places, each of which takes whole lines and says whether it could.
  init(
    standardOutput: @escaping @Sendable ([UInt8]) -> Bool, standardError: @escaping @Sendable ([UInt8]) -> Bool
  ) {
    self.standardOutput = standardOutput
    self.standardError = standardError
  }

  /// Takes over how the command line wants it: JSON or text, colour or none.
  func configure(_ invocation: Invocation) {
    style.withLock { style in
      style.isJSON = invocation.isJSON
      style.isColored =
        switch invocation.color {
        case .always: true
        case .never: false
        case .auto: isatty(STDOUT_FILENO) == 1 && invocation.environment["NO_COLOR", default: ""].isEmpty
        }
    }
  }

  var isJSON: Bool { style.withLock { $0.isJSON } }

  /// Prints a command's answer: its JSON object, or its text.
  func answer(_ answer: Answer) {
    if isJSON {
      print(json: answer.json)
    } else if !answer.text.isEmpty {
      print(answer.text)
    }
  }

  func print(json: JSONObject) {
    line(JSONWriter.bytes(of: .object(json)))
  }

  func print(_ text: String) {
    line(Array(Terminal.safe(text).utf8))
  }

  /// Prints a line whose end is already there; says whether it could be written.
  @discardableResult
  func print(line: [UInt8]) -> Bool {
    standardOutput(line)
  }

  /// Prints one line of trouble on the standard error.
  func complain(_ message: String) {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    _ = standardError(Array("flagctl: \(Terminal.safe(line))\n".utf8))
  }

  /// Prints one line of what goes on, for `--verbose`, on the standard error.
  func remark(_ message: String) {
    _ = standardError(Array("# \(Terminal.safe(message))\n".utf8))
  }

  /// `text` in green for on and red for off, where colour is wanted.
  func colored(_ text: String, isOn: Bool) -> String {
    style.withLock { $0.isColored } ? "\u{1b}[\(isOn ? 32 : 31)m\(text)\u{1b}[0m" : text
  }

  private func line(_ bytes: [UInt8]) {
    _ = standardOutput(bytes + [UInt8(ascii: "\n")])
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Glibc)
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      #elseif canImport(Musl)
        let count = rest.withUnsafeBytes { Musl.write(descriptor, $0.baseAddress, $0.count) }
      #else
        let count = rest.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
      #endif
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
