import FeatureFlags
import PushwooshWire
import StrictJSON
import TestSupport
import Testing

@Suite("JSON of every kind as a property's value in a flags answer")
struct AnswerConformanceTests {
  static func answer(_ value: [UInt8]) -> HTTPResponse {
    let head = #"{"flags":[{"key":"a","enabled":true,"rule_id":"r","properties":{"before":1,"p":"#
    let tail = #","after":2}},{"key":"b","enabled":false}]}"#
    return HTTPResponse(status: 200, headers: [], body: Array(head.utf8) + value + Array(tail.utf8))
  }

  static func format() throws -> PushwooshWireFormat {
    PushwooshWireFormat(service: try PushwooshService(.init(applicationCode: "ABCDE-12345")))
  }

  @Test(
    "E1: bad JSON in a property makes the whole answer unusable, code 200; good JSON is the value",
    arguments: JSONCase.all)
  func isDecided(sample: JSONCase) throws {
    let format = try Self.format()
    guard let canonical = sample.canonical else {
      let error = #expect(throws: FeatureFlagsError.self) { try format.evaluation(from: Self.answer(sample.bytes)) }
      #expect(error?.code == 200)
      return
    }
    guard case .evaluation(let evaluation) = try format.evaluation(from: Self.answer(sample.bytes)) else {
      Issue.record("no evaluation")
      return
    }
    #expect(evaluation.flags.map(\.key) == ["a", "b"])
    #expect(evaluation.droppedFlags.isEmpty)
    let properties = try #require(evaluation.flags.first?.properties)
    #expect(properties.members.map(\.key) == ["before", "p", "after"])
    let value = try #require(properties["p"])
    #expect(String(decoding: JSONWriter.bytes(of: value), as: UTF8.self) == canonical)
    let stored = StoredFlags(
      identity: Identity(applicationCode: "A", userID: "u"),
      receivedAt: ClockReading(wall: WallTime(seconds: 0), uptime: Uptime(nanoseconds: 0), bootID: nil), entityTag: nil,
      flags: evaluation.flags)
    #expect(try RecordCoding.decode(RecordCoding.encode(stored)) == stored, "S1: it cannot be stored")
  }

  @Test("The table has well over 150 texts, of both kinds")
  func isLarge() {
    #expect(JSONCase.all.count { $0.canonical != nil } > 120)
    #expect(JSONCase.all.count { $0.canonical == nil } > 250)
  }
}
