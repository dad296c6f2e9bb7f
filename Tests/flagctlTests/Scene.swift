import Foundation
import Testing

/// A folder with a server's answers and a store, and a way to run the program there; removed with the value.
final class Scene: Sendable {
  static let device = "6F9619FF-8B86-4D01-B42D-00CF4FC964FF"

  let path: String

  /// A scene with the given files of the fixture folder, by name.
  init(_ answers: [String: String] = ["evaluate.json": Answers.both]) throws {
    path = NSTemporaryDirectory() + "flagctl-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path + "/answers", withIntermediateDirectories: true)
    for (name, text) in answers { try write(text, "answers/\(name)") }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ text: String, _ name: String) throws {
    let file = URL(fileURLWithPath: "\(path)/\(name)")
    // A store is for its owner alone.
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"), encoding: .utf8)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

  func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: "\(path)/\(other)")
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  /// The environment that programs get; nothing of this process's own.
  var environment: [String: String] {
    [
      "FLAGCTL_APP_CODE": "ABCDE-12345", "FLAGCTL_DEVICE_ID": Self.device,
      "FLAGCTL_TRANSPORT": "fixture:\(path)/answers", "FLAGCTL_STORE": "file:\(path)/store",
    ]
  }

  /// Starts the program; an empty variable is left out.
  func start(
    _ arguments: [String], environment changes: [String: String] = [:], outlet: Program.Outlet = .pipe
  ) throws -> Program {
    let environment = environment.merging(changes) { $1 }.filter { !$0.value.isEmpty }
    return try Program(
      try #require(BuiltProgram.path, "flagctl is not beside the tests: swift build --product flagctl"), arguments,
      environment: environment.merging(BuiltProgram.inherited) { $1 }, outlet: outlet, keeping: self)
  }

  /// Runs the program to its end.
  func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    outlet: Program.Outlet = .pipe
  ) async throws -> Program.Ending {
    try await offThePool { try self.start(arguments, environment: environment, outlet: outlet).finish(input: input) }
  }

  /// Runs a script in the shell on a manual clock, and gives the lines that it prints as JSON; nothing may go wrong.
  func shell(_ script: String, _ options: String...) async throws -> [String] {
    let ending = try await run(["shell", "--clock", "manual", "--json"] + options, input: script)
    #expect(ending.errors == "")
    #expect(ending.status == 0)
    return ending.lines
  }
}

/// Answers of a server.
enum Answers {
  static let checkout =
    #"{"key":"new_checkout","enabled":true,"rule_id":"r_1a2b3c4d","properties":{"color":"green","items":5}}"#
  static let killedCheckout =
    #"{"key":"new_checkout","enabled":false,"rule_id":"","properties":{"color":"grey","items":1}}"#
  static let beta = #"{"key":"beta","enabled":false,"rule_id":"default"}"#

  static let numberedFlag = #"{"key":"a","enabled":true,"rule_id":"r_9"}"#

  static let both = of(checkout, beta)
  static let killed = of(killedCheckout, beta)
  static let none = of()

  static func of(_ flags: String..., isPartial: Bool = false) -> String {
    #"{"flags":["# + flags.joined(separator: ",") + #"],"partial":\#(isPartial)}"#
  }

  /// An answer with one flag, whose rule tells which answer it was.
  static func numbered(_ number: Int) -> String {
    of(#"{"key":"a","enabled":true,"rule_id":"r_\#(number)"}"#)
  }

  /// Numbered answers in a sequence of that length; the last one answers all later sends.
  static func sequence(_ count: Int) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (1...count).map { ("evaluate.\($0).json", numbered($0)) })
  }

  static func http(_ status: Int, _ headers: String = "") -> String { "HTTP/1.1 \(status) No\r\n\(headers)\r\n" }
}
