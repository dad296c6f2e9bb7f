import FeatureFlags
import FeatureFlagsTesting
import Foundation
import StrictJSON
import Testing

/// The sample program, as a process with a main thread of its own, over the default adapters.
@Suite("PushwooshFramework: a program of the documentation's samples")
struct SampleProgramTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pushwoosh-\(UUID().uuidString)")

  private static let answer = #"""
    {"flags":[{"key":"new_checkout","enabled":true,"rule_id":"r_1","properties":
      {"button_color":"green","max_items":5,"express":true,"layout":{"rows":[1,2]},"sizes":["S","L"]}}]}
    """#

  /// Runs the program to its end and gives its lines.
  private func run(_ arguments: [String], server: String, hasState: Bool = true) async throws -> [String] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let list = folder.appendingPathComponent("Info.plist")
    let values = ["Pushwoosh_APPID": "SAMPLE-1", "Pushwoosh_BASEURL": "\(server)/json/1.3/"]
    try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0).write(to: list)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("pushwoosh-sample")
    process.arguments = arguments
    process.environment = ["Pushwoosh_INFO_PLIST": list.path, "NO_PROXY": "127.0.0.1"]
    if hasState { process.environment?["XDG_STATE_HOME"] = folder.path }
    // What a sanitizer was told holds for the program too.
    process.environment?["ASAN_OPTIONS"] = ProcessInfo.processInfo.environment["ASAN_OPTIONS"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    return try await withCheckedThrowingContinuation { continuation in
      // A thread of its own: the pipe is read to its end, which blocks.
      Thread.detachNewThread {
        do {
          try process.run()
          let data = try output.fileHandleForReading.readToEnd() ?? Data()
          process.waitUntilExit()
          continuation.resume(returning: String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  @Test(
    "L1, L3: calls reach the main thread whether it runs a run loop or Dispatch",
    arguments: ["run-loop", "dispatch-main"])
  func mainThread(mode: String) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try TransportTestServer { request in
      let body = request.target.hasSuffix("postEvent") ? #"{"status_code":200,"response":null}"# : Self.answer
      return [.answer(HTTPResponse(status: 200, body: Array(body.utf8)), to: request)]
    }
    // Under Dispatch the main queue is served by another thread than the first.
    let isMain = mode == "run-loop"
    let shown = "checkout: r_1, green, 5 items, express true, [1, 2], [\"S\", \"L\"]"
    let lines = try await run([mode, "u-7"], server: server.url)
    #expect(
      lines == [
        "checkout: old", "listener: main thread \(isMain), enabled true", "refreshed: main thread \(isMain)", shown,
        "user: u-7",
      ])
    let requests = server.record.requests
    #expect(requests.map(\.target) == ["/api/v1/feature-flags/evaluate", "/json/1.3/postEvent"])
    server.stop()

    // R2, C1: what was stored is readable at once, for the user that was kept, without a server.
    let later = try await run([mode], server: server.url)
    #expect(later.first == shown)
    #expect(later.contains("user: u-7"))
    #expect(!later.contains { $0.hasPrefix("listener") })
  }

  @Test("E1: a refresh that fails gives an NSError with the status to code written for the SDK")
  func failure() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try TransportTestServer(answering: HTTPResponse(status: 403))
    let lines = try await run(["run-loop"], server: server.url)
    #expect(lines.contains("refresh failed: main thread true: PWFeatureFlagsErrorDomain 403"))
    #expect(lines.filter { $0 == "checkout: old" }.count == 2)
  }

  @Test("C2: without a place to keep things in, the default adapters say what is missing")
  func noPlace() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = try await run(["run-loop"], server: "http://127.0.0.1:1", hasState: false)
    #expect(
      lines.contains { $0.hasPrefix("PushwooshFramework: ") && $0.contains("HOME or XDG_STATE_HOME must be set") })
    #expect(lines.contains("refresh failed: main thread true: PWFeatureFlagsErrorDomain 0"))
  }
}
