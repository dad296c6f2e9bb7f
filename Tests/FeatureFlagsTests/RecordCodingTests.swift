import Testing

@testable import FeatureFlags

@Suite("Stored record")
struct RecordCodingTests {
  static let record = StoredFlags(
    identity: Identity(applicationCode: "APP", userID: "u \"1\"\u{e9}"),
    receivedAt: ClockReading(
      wall: WallTime(nanoseconds: 1_767_225_600_123_456_789), uptime: Uptime(nanoseconds: -5), bootID: "b"),
    entityTag: "\"v1\"",
    flags: [
      on("a", ["s": "x", "n": 0.1, "i": 9_007_199_254_740_993, "b": true, "o": ["k": [1, 2]], "l": []]),
      off("caf\u{e9}", rule: ""), off("cafe\u{301}", rule: "default"),
    ])

  @Test("S1: a record comes back as it was written, exact to the last digit")
  func roundTrip() throws {
    #expect(try RecordCoding.decode(RecordCoding.encode(Self.record)) == Self.record)
    var bare = Self.record
    bare.entityTag = nil
    bare.flags = []
    bare.receivedAt.bootID = nil
    #expect(try RecordCoding.decode(RecordCoding.encode(bare)) == bare)
  }

  @Test("S5: a record cut at any byte is refused")
  func truncated() {
    let bytes = RecordCoding.encode(Self.record)
    for count in 0..<bytes.count {
      #expect(throws: RecordCoding.Problem.self) { try RecordCoding.decode(Array(bytes[..<count])) }
    }
    #expect(throws: RecordCoding.Problem.self) { try RecordCoding.decode(bytes + [UInt8(ascii: "\n")]) }
  }

  @Test("S5: a record with any bit flipped gives nothing wrong")
  func flipped() {
    let bytes = RecordCoding.encode(Self.record)
    for offset in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[offset] ^= 1 << bit
        let decoded = try? RecordCoding.decode(damaged)
        #expect(decoded == nil || decoded == Self.record)
      }
    }
  }

  @Test("S5: a record of another format or version says so")
  func versions() {
    for (header, problem) in [
      (#"{"format":"other","version":1}"#, "is no record of swift-feature-flags"),
      (#"{"format":"swift-feature-flags","version":2}"#, "is of an unknown version"),
      (#"[1]"#, "is no record of swift-feature-flags"), ("{", "is no JSON: unexpected end of text at byte 1"),
    ] {
      let error = #expect(throws: RecordCoding.Problem.self) { try RecordCoding.decode(Array("\(header)\n{}\n".utf8)) }
      #expect(error?.description == problem)
    }
  }
}
