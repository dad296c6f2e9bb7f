import Foundation
import StrictJSON
import Testing

@Suite("No input traps the reader")
struct RobustnessTests {
  static let document = #"""
    {"flags":[{"key":"new_checkout","enabled":true,"rule_id":"r_1a2b3c4d","properties":{"color":"gr\u00fcn 😀",
    "max":5,"price":-12.50e+1,"tiny":1e-400,"nested":{"rows":[1,[2,[3,{}]],null,false]},"esc":"\"\\\/\b\f\n\r\t"}},
    {"key":"é","enabled":false,"rule_id":""}],"partial":false}
    """#

  @Test("Every truncation of a document is refused, at its end or before")
  func truncationsAreRefused() throws {
    let bytes = Array(Self.document.utf8)
    #expect(failure(of: bytes) == nil)
    for length in 0..<bytes.count {
      let error = try #require(failure(of: Array(bytes[..<length])), "\(length) bytes were read")
      #expect(error.offset <= length)
    }
  }

  @Test("Random changes of bytes never trap, and what is still read is written and read again", arguments: 0..<8)
  func flipsDoNotTrap(seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    let original = Array(Self.document.utf8)
    for _ in 0..<1500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes[position] = .random(in: .min ... .max, using: &generator)
        case 2: bytes.remove(at: position)
        default:
          let range = position..<min(position + 12, bytes.count)
          bytes.insert(contentsOf: Array(bytes[range]), at: .random(in: 0...bytes.count, using: &generator))
        }
      }
      if let value = try? JSONReader.value(of: bytes) {
        #expect(try JSONReader.value(of: JSONWriter.bytes(of: value)) == value)
      } else {
        let error = try #require(failure(of: bytes))
        #expect((0...bytes.count).contains(error.offset))
        var skipping = try JSONReader(bytes)
        #expect(throws: error) {
          try skipping.skipValue()
          try skipping.finish()
        }
      }
    }
  }

  @Test("Random tokens never trap, and what is read Foundation reads too", arguments: 0..<4)
  func tokensAgreeWithFoundation(seed: Int) throws {
    let tokens = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\u00e9\"", "1", "-0.5", "1e3", "true", "false", "null", " ", "\n",
      "\"",
      "\\", "e", "-", ".", "0",
    ]
    var generator = SplitMix64(seed: UInt64(seed))
    var accepted = 0
    for _ in 0..<6000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...7, using: &generator) { text += tokens.randomElement(using: &generator) ?? "" }
      let foundation = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      if let value = try? read(text) {
        accepted += 1
        // Foundation refuses numbers that no Double holds.
        let isBeyondDouble = "\(value)".contains("outOfRange")
        #expect(foundation != nil || isBeyondDouble, "\(text.debugDescription)")
      }
    }
    #expect(accepted > 100)
  }

  @Test(
    "A written random value is read back as an equal one, and writing it again gives the same bytes", arguments: 0..<8)
  func roundTrips(seed: Int) throws {
    var random = RandomJSON(generator: SplitMix64(seed: UInt64(seed) &* 7919 &+ 1))
    for _ in 0..<400 {
      let value = random.value()
      let bytes = JSONWriter.bytes(of: value)
      let back = try JSONReader.value(of: bytes)
      #expect(back == value)
      #expect(back.hashValue == value.hashValue)
      #expect(JSONWriter.bytes(of: back) == bytes)
    }
  }

  @Test("What the writer makes Foundation reads as the same strings and keys")
  func foundationReadsTheWriter() throws {
    var random = RandomJSON(generator: SplitMix64(seed: 5))
    for _ in 0..<500 {
      let text = random.string()
      let bytes = JSONWriter.bytes(of: .array([.string(text)]))
      let foundation = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String]
      #expect(foundation?.first.map { Array($0.utf8) } == Array(text.utf8))
    }
  }
}
