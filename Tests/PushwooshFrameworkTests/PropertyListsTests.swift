import Foundation
import Testing

@testable import PushwooshFramework

@Suite("Property lists of the drop-in")
struct PropertyListsTests {
  @Test("C2: nesting that would exhaust the stack is no property list", arguments: [129, 60_000])
  func deep(_ depth: Int) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("deep-\(UUID().uuidString).plist")
    defer { try? FileManager.default.removeItem(at: file) }
    let lists = String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
    try Data("<plist version=\"1.0\"><dict><key>k</key>\(lists)</dict></plist>".utf8).write(to: file)
    let problem = #expect(throws: SetupProblem.self) {
      try PropertyLists(environment: [PropertyLists.variable: file.path], bundle: [:])
    }
    #expect(
      problem?.message
        == "Pushwoosh_INFO_PLIST: the file \(file.path) must be a property list with a dictionary at its top")
  }
}
