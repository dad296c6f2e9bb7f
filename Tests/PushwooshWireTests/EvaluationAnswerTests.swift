import FeatureFlags
import PushwooshWire
import StrictJSON
import Testing

@Suite("The answer with flags")
struct EvaluationAnswerTests {
  let format: PushwooshWireFormat

  init() throws {
    format = PushwooshWireFormat(service: try .make())
  }

  static let documented =
    #"{"flags":[{"key":"new_checkout","enabled":true,"rule_id":"r_1a2b3c4d","#
    + #""properties":{"button_color":"green","max_items":5,"express":true,"layout":{"rows":[1,2]}}}],"partial":false}"#

  static let documentedFlag = Flag(
    key: "new_checkout", isEnabled: true, ruleID: "r_1a2b3c4d",
    properties: [
      "button_color": .string("green"), "max_items": .integer(5), "express": .bool(true),
      "layout": .object(["rows": .array([.integer(1), .integer(2)])]),
    ])

  private func evaluation(_ body: String, headers: [HTTPHeader] = []) throws -> Evaluation {
    guard case .evaluation(let evaluation) = try format.evaluation(from: .ok(body, headers: headers)) else {
      throw FeatureFlagsError(code: 304, reason: .httpStatus, message: "not modified")
    }
    return evaluation
  }

  private func failure(_ response: HTTPResponse) -> FeatureFlagsError? {
    do {
      _ = try format.evaluation(from: response)
      return nil
    } catch {
      return error
    }
  }

  @Test("The documented answer is read exactly, tag included")
  func documentedAnswer() throws {
    #expect(
      try evaluation(Self.documented, headers: [HTTPHeader("ETag", "\"7\"")])
        == Evaluation(flags: [Self.documentedFlag], entityTag: "\"7\""))
  }

  static let good: [(String, Evaluation)] = [
    (#"{"flags":[]}"#, Evaluation(flags: [])), (#" { "flags" : [ ] } "#, Evaluation(flags: [])),
    (#"{"flags":[],"partial":true}"#, Evaluation(flags: [], isPartial: true)),
    (#"{"partial":true,"flags":[]}"#, Evaluation(flags: [], isPartial: true)),
    (#"{"flags":[],"partial":true,"partial":false}"#, Evaluation(flags: [])),
    (#"{"flags":[],"partial":1,"partial":false}"#, Evaluation(flags: [])),
    (#"{"flags":null,"flags":[]}"#, Evaluation(flags: [])),
    (
      #"{"flags":[{"key":"a","enabled":true}],"flags":[{"key":"b","enabled":true}]}"#,
      Evaluation(flags: [Flag(key: "b", isEnabled: true, ruleID: "")])
    ),
    (#"{"x":{"flags":[1]},"flags":[],"y":[[]],"z":1e400}"#, Evaluation(flags: [])),
    (#"{"Flags":3,"PARTIAL":3,"flags":[]}"#, Evaluation(flags: [])),
    (#"{"fl\u0061gs":[]}"#, Evaluation(flags: [])),
    (
      #"{"flags":[{"key":"k","enabled":false,"rule_id":""}]}"#,
      Evaluation(flags: [Flag(key: "k", isEnabled: false, ruleID: "")])
    ),
    (
      #"{"flags":[{"key":"k","enabled":false,"note":[1,{}],"rule_id":"default"}]}"#,
      Evaluation(flags: [Flag(key: "k", isEnabled: false, ruleID: "default")])
    ),
    (
      #"{"flags":[{"key":"","enabled":true}]}"#, Evaluation(flags: [Flag(key: "", isEnabled: true, ruleID: "")])
    ),
    (
      #"{"flags":[{"key":"k","enabled":true,"properties":{"a":1,"a":"2"}}]}"#,
      Evaluation(flags: [Flag(key: "k", isEnabled: true, ruleID: "", properties: ["a": .string("2")])])
    ),
    (
      #"{"flags":[{"key":"a","enabled":true},{"key":"b","enabled":true},{"key":"a","enabled":false}]}"#,
      Evaluation(flags: [Flag(key: "a", isEnabled: false, ruleID: ""), Flag(key: "b", isEnabled: true, ruleID: "")])
    ),
    (
      #"{"flags":[{"key":"\u00e9","enabled":true},{"key":"e\u0301","enabled":false}]}"#,
      Evaluation(
        flags: [Flag(key: "\u{e9}", isEnabled: true, ruleID: ""), Flag(key: "e\u{301}", isEnabled: false, ruleID: "")])
    ),
    (
      #"{"flags":[{"key":"k","enabled":true,"properties":{"i":9223372036854775807,"d":1.50,"t":true,"n":null,"h":1e400}}]}"#,
      Evaluation(flags: [
        Flag(
          key: "k", isEnabled: true, ruleID: "",
          properties: [
            "i": .integer(.max), "d": .number(1.5), "t": .bool(true), "n": .null, "h": .outOfRange("1e400"),
          ])
      ])
    ),
  ]

  @Test("Answers that can be used, each as it is meant", arguments: good)
  func isUsable(body: String, expected: Evaluation) throws {
    #expect(try evaluation(body) == expected)
  }

  @Test(
    "One flag that cannot be read is dropped and reported; the others stay",
    arguments: [
      "null", "1", "\"k\"", "[]", "{}", #"{"enabled":true}"#, #"{"key":"k"}"#, #"{"key":1,"enabled":true}"#,
      #"{"key":null,"enabled":true}"#, #"{"key":"k","enabled":1}"#, #"{"key":"k","enabled":"true"}"#,
      #"{"key":"k","enabled":null}"#,
      #"{"key":"k","enabled":true,"rule_id":1}"#, #"{"key":"k","enabled":true,"rule_id":null}"#,
      #"{"key":"k","enabled":true,"properties":[]}"#, #"{"key":"k","enabled":true,"properties":null}"#,
      #"{"KEY":"k","enabled":true}"#, #"{"key":"k","key":2,"enabled":true}"#, #"[[[{"key":"k","enabled":true}]]]"#,
    ])
  func oddFlagsAreDropped(odd: String) throws {
    let evaluation = try evaluation(
      "{\"flags\":[{\"key\":\"a\",\"enabled\":true},\(odd),{\"key\":\"b\",\"enabled\":false}]}")
    #expect(evaluation.flags.map(\.key) == ["a", "b"])
    #expect(evaluation.droppedFlags.map(\.index) == [1])
  }

  static let unusable: [(String, Int)] = [
    ("", 0), ("   ", 3), ("null", 0), ("[]", 0), ("\"flags\"", 0), ("true", 0), ("200", 0), ("<html>", 0),
    ("{}", 2), (#"{"flag":[]}"#, 11), (#"{"flags":null}"#, 9), (#"{"flags":{}}"#, 9), (#"{"flags":"[]"}"#, 9),
    (#"{"flags":1}"#, 9), (#"{"flags":true}"#, 9), (#"{"flags":[],"flags":{}}"#, 20),
    (#"{"flags":[],"flags": null}"#, 21),
    (#"{"flags":[],"partial":1}"#, 22), (#"{"flags":[],"partial":null}"#, 22), (#"{"flags":[],"partial":"false"}"#, 22),
    (#"{"flags":[],"partial":{}}"#, 22), (#"{"flags":[],"partial":false,"partial":0}"#, 38), (#"{"flags":[]} x"#, 13),
    (#"{"flags":[]}{}"#, 12), (#"{"flags":[]"#, 11), (#"{"flags":[}"#, 10),
    (#"{"flags":[{"key":"a","enabled":tru}]}"#, 31),
    (#"{"flags":[,]}"#, 10), (#"{'flags':[]}"#, 1), (#"{"flags":[],}"#, 12), ("\u{feff}{\"flags\":[]}", 0),
    (#"{"status_code":404,"status_message":"Application not found","response":null}"#, 76), (#"{"flags":[01]}"#, 11),
  ]

  @Test(
    "E1: any other answer with HTTP 200 is unusable: code 200 and the byte where it went wrong", arguments: unusable)
  func isUnusable(body: String, offset: Int) throws {
    let error = try #require(failure(.ok(body)))
    #expect(error.code == 200 && error.reason == .unusableAnswer && !error.isRetriable)
    #expect(error.byteOffset == offset, "\(error)")
    #expect(!error.description.contains("Application not found"))
  }

  @Test("E1: bytes that are not UTF-8 make an answer unusable, wherever a string is kept or skipped")
  func badBytes() throws {
    for body in [
      "{\"flags\":[],\"x\":\"?\"}", "{\"flags\":[],\"?\":1}", "{\"flags\":[{\"key\":\"?\",\"enabled\":true}]}",
    ] {
      let bytes = Array(body.utf8).map { $0 == UInt8(ascii: "?") ? 0xff : $0 }
      let error = try #require(failure(HTTPResponse(status: 200, body: bytes)))
      #expect(error.code == 200 && error.byteOffset == bytes.firstIndex(of: 0xff))
    }
  }

  @Test("E1: every truncation of an answer is an error, and none gives a flag")
  func truncations() throws {
    let bytes = Array(Self.documented.utf8)
    for length in 0..<bytes.count {
      let error = try #require(failure(HTTPResponse(status: 200, body: Array(bytes[..<length]))), "\(length) bytes")
      #expect(error.code == 200 && (0...length).contains(error.byteOffset ?? -1))
    }
  }

  @Test("Random damage never traps", arguments: [1, 2, 3, 4])
  func damage(seed: Int) {
    var state = UInt64(seed)
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<3000 {
      var bytes = Array(Self.documented.utf8)
      for _ in 0...random(3) { bytes[random(bytes.count)] = UInt8(random(256)) }
      let error = failure(HTTPResponse(status: 200, body: bytes))
      #expect(error == nil || error?.code == 200)
    }
  }

  @Test("An answer that is nested too deep, or over the size limit, is unusable and no crash")
  func limits() throws {
    let deep = "{\"flags\":[],\"x\":" + String(repeating: "[", count: 100_000)
    #expect(failure(.ok(deep))?.code == 200)
    let fits = "{\"flags\":[],\"x\":" + String(repeating: "[", count: 127) + String(repeating: "]", count: 127) + "}"
    #expect(try evaluation(fits) == Evaluation(flags: []))
    let small = PushwooshWireFormat(
      service: try .make(), configuration: .init(maximumResponseBytes: 20, maximumDepth: 2))
    #expect(try small.evaluation(from: .ok(#"{"flags":[]}"#)) == .evaluation(Evaluation(flags: [])))
    #expect(throws: FeatureFlagsError.self) { try small.evaluation(from: .ok(#"{"flags":[]}"# + "         ")) }
    #expect(throws: FeatureFlagsError.self) { try small.evaluation(from: .ok(#"{"flags":[{}]}"#)) }
  }

  @Test("S4: a partial answer has no tag, for it is never stored")
  func partialHasNoTag() throws {
    let tag = [HTTPHeader("ETag", "\"7\"")]
    #expect(try evaluation(#"{"flags":[],"partial":true}"#, headers: tag).entityTag == nil)
    #expect(try evaluation(#"{"flags":[],"partial":false}"#, headers: tag).entityTag == "\"7\"")
  }

  @Test("304 means not modified, whatever its body")
  func notModified() throws {
    #expect(try format.evaluation(from: HTTPResponse(status: 304)) == .notModified)
    #expect(try format.evaluation(from: HTTPResponse(status: 304, body: [0xff])) == .notModified)
  }

  @Test(
    "E1, E2: any other status is the code, and the server's own words are not repeated",
    arguments: [
      (100, false), (201, false), (204, false), (206, false), (301, false), (302, false), (307, false), (400, false),
      (401, false), (403, false), (404, false), (408, true), (409, false), (413, false), (429, true), (500, true),
      (501, false), (502, true), (503, true), (504, true), (505, false), (599, false),
    ])
  func otherStatuses(status: Int, isRetriable: Bool) throws {
    let body = #"{"status_code":1,"status_message":"user \#(Secret.user) unknown","flags":[]}"#
    let error = try #require(failure(HTTPResponse(status: status, body: Array(body.utf8))))
    #expect(error.code == status && error.reason == .httpStatus && error.isRetriable == isRetriable)
    #expect(error.message.hasPrefix("HTTP status \(status), ") && error.message.count <= 200)
    for secret in Secret.all { #expect(!error.description.contains(secret)) }
  }
}
