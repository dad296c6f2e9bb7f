import FeatureFlags
import Foundation
import PushwooshWire
import StrictJSON
import Testing

@Suite("Answers of a size or depth that nobody needs")
struct LoadTests {
  private static let closing: [Character: Character] = ["[": "]", "{": "}"]

  /// Runs `body` on a thread with the smallest stack that threads of ours get anywhere.
  private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Swift.Result { try body() }) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  @Test(
    "E1: nesting of 1,000 and of 100,000 levels is refused with code 200, on a stack of 512 KiB",
    arguments: [1000, 100_000], ["[", "{\"a\":", "[{\"a\":"])
  func deep(depth: Int, open: String) async throws {
    let close = String(open.reversed().compactMap { Self.closing[$0] })
    let opened = String(repeating: open, count: depth)
    for text in [opened, opened + "1" + String(repeating: close, count: depth)] {
      let code = try await onSmallStack {
        do {
          _ = try AnswerConformanceTests.format().evaluation(from: AnswerConformanceTests.answer(Array(text.utf8)))
          return 0
        } catch let error as FeatureFlagsError {
          return error.code
        }
      }
      #expect(code == 200)
    }
  }

  @Test("Nesting up to the limit is read, stored and read back on a stack of 512 KiB")
  func deepest() async throws {
    let limit = PushwooshWireFormat.Configuration().maximumDepth
    // Answer, list, flag and properties are four levels.
    let value = String(repeating: "[", count: limit - 4) + String(repeating: "]", count: limit - 4)
    let flags = try await onSmallStack { () -> [Flag] in
      let format = try AnswerConformanceTests.format()
      guard
        case .evaluation(let evaluation) = try format.evaluation(
          from: AnswerConformanceTests.answer(Array(value.utf8)))
      else { return [] }
      return try RecordCoding.decode(RecordCoding.encode(Self.stored(evaluation.flags))).flags
    }
    #expect(flags.count == 2)
    let deeper = AnswerConformanceTests.answer(Array("[\(value)]".utf8))
    #expect(throws: FeatureFlagsError.self) { try AnswerConformanceTests.format().evaluation(from: deeper) }
  }

  @Test("100,000 flags are decoded, each found, stored and read back")
  func manyFlags() throws {
    let list = (0..<100_000).map { #"{"key":"flag_\#($0)","enabled":true,"rule_id":"r","properties":{"n":\#($0)}}"# }
    let body = Array(#"{"flags":[\#(list.joined(separator: ","))]}"#.utf8)
    guard
      case .evaluation(let evaluation) = try AnswerConformanceTests.format().evaluation(
        from: HTTPResponse(status: 200, headers: [], body: body))
    else {
      Issue.record("no evaluation")
      return
    }
    #expect(evaluation.flags.count == 100_000)
    #expect(evaluation.flags.last?.integer(forProperty: "n", default: -1) == 99_999)
    let back = try RecordCoding.decode(RecordCoding.encode(Self.stored(evaluation.flags)))
    #expect(back.flags == evaluation.flags)
  }

  @Test("100,000 flags of one key are the last of them; 100,000 properties are all there")
  func manyOfOne() throws {
    let list = (0..<100_000).map { #"{"key":"a","enabled":true,"rule_id":"\#($0)"}"# }
    let properties = (0..<100_000).map { #""p\#($0)":\#($0)"# }.joined(separator: ",")
    let last = #"{"key":"b","enabled":true,"properties":{\#(properties)}}"#
    let body = Array(#"{"flags":[\#(list.joined(separator: ",")),\#(last)]}"#.utf8)
    guard
      case .evaluation(let evaluation) = try AnswerConformanceTests.format().evaluation(
        from: HTTPResponse(status: 200, headers: [], body: body))
    else {
      Issue.record("no evaluation")
      return
    }
    #expect(evaluation.flags.map(\.ruleID) == ["99999", ""])
    #expect(evaluation.flags.last?.properties.count == 100_000)
  }

  private static func stored(_ flags: [Flag]) -> StoredFlags {
    StoredFlags(
      identity: Identity(applicationCode: "A", userID: "u"),
      receivedAt: ClockReading(wall: WallTime(seconds: 0), uptime: Uptime(nanoseconds: 0), bootID: "b"), entityTag: nil,
      flags: flags)
  }
}
