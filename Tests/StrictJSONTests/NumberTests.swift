import Foundation
import StrictJSON
import Testing

@Suite("R6, R8: numbers are exact")
struct NumberTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var value: JSONValue
    var testDescription: String { text.count > 60 ? "\(text.prefix(60))… (\(text.count))" : text }

    init(_ text: String, _ value: JSONValue) {
      self.text = text
      self.value = value
    }
  }

  static let integral: [Case] = [
    Case("0", .integer(0)), Case("1", .integer(1)), Case("-1", .integer(-1)), Case("10", .integer(10)),
    Case("1.0", .integer(1)), Case("1.000", .integer(1)), Case("10e-1", .integer(1)), Case("1e0", .integer(1)),
    Case("1E+0", .integer(1)), Case("1e-0", .integer(1)), Case("0.1e1", .integer(1)), Case("1000e-3", .integer(1)),
    Case("1.5e1", .integer(15)), Case("-1.5e1", .integer(-15)), Case("1e18", .integer(1_000_000_000_000_000_000)),
    Case("1e00000000000000000000000000002", .integer(100)), Case("0.0", .integer(0)), Case("0e5", .integer(0)),
    Case("0e999999999999999999999", .integer(0)), Case("0e-999999999999999999999", .integer(0)),
    Case("0.000e-5", .integer(0)), Case("1234567890123456789", .integer(1_234_567_890_123_456_789)),
    Case("-1234567890123456789", .integer(-1_234_567_890_123_456_789)),
    Case("12345678901234567890e-1", .integer(1_234_567_890_123_456_789)),
    Case("9007199254740993", .integer(9_007_199_254_740_993)),
    Case("9007199254740993.0", .integer(9_007_199_254_740_993)),
    Case("9223372036854775807", .integer(.max)), Case("9223372036854775807.0", .integer(.max)),
    Case("9223372036854775807.000000000000000000000000", .integer(.max)),
    Case("922337203685477580700e-2", .integer(.max)),
    Case("9.223372036854775807e18", .integer(.max)), Case("-9223372036854775808", .integer(.min)),
    Case("-9223372036854775808.0", .integer(.min)), Case("-9.223372036854775808E18", .integer(.min)),
    Case("-9223372036854775807", .integer(-.max)),
    Case("1" + String(repeating: "0", count: 400) + "e-400", .integer(1)),
    Case("0." + String(repeating: "0", count: 400) + "7e401", .integer(7)),
    Case("3." + String(repeating: "0", count: 10_000), .integer(3)),
  ]

  static let fractional: [Case] = [
    Case("0.5", .number(0.5)), Case("-0.5", .number(-0.5)), Case("3.7", .number(3.7)), Case("1e-1", .number(0.1)),
    Case("0.1", .number(0.1)), Case("1e-7", .number(1e-7)), Case("123.456e-2", .number(1.23456)),
    Case("-0", .number(-0.0)), Case("-0.0", .number(-0.0)), Case("-0e5", .number(-0.0)),
    Case("9223372036854775808", .number(0x1p63)), Case("-9223372036854775809", .number(-0x1p63)),
    Case("9223372036854775807.5", .number(0x1p63)), Case("-9223372036854775808.5", .number(-0x1p63)),
    Case("9007199254740993.5", .number(9_007_199_254_740_994)), Case("18446744073709551615", .number(0x1p64)),
    Case("18446744073709551616", .number(0x1p64)), Case("1e19", .number(1e19)), Case("1e22", .number(1e22)),
    Case("1e23", .number(1e23)), Case("9007199254740993e1", .integer(90_071_992_547_409_930)),
    Case("12345678901234567891", .number(12_345_678_901_234_567_168)),
    Case("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
    Case("-1.7976931348623157e308", .number(-.greatestFiniteMagnitude)),
    Case("2.2250738585072014e-308", .number(.leastNormalMagnitude)),
    Case("2.2250738585072011e-308", .number(Double.leastNormalMagnitude.nextDown)),
    Case("5e-324", .number(.leastNonzeroMagnitude)), Case("4.9e-324", .number(.leastNonzeroMagnitude)),
    Case("2.4703282292062328e-324", .number(.leastNonzeroMagnitude)),
    Case("0." + String(repeating: "3", count: 5000), .number(1 / 3)),
    Case("3.00000000000000000000001", .number(3)), Case("8.5e-1", .number(0.85)),
  ]

  static let all: [Case] = integral + fractional

  static let unrepresentable = [
    "1e309", "1e400", "-1e400", "1E+400", "1e-400", "-1e-400", "2e-324", "1.8e308", "1e99999999999999999999",
    "1e-99999999999999999999", "0.1e-999999999999999", String(repeating: "9", count: 400),
    "0." + String(repeating: "0", count: 400) + "1",
  ]

  @Test("A number is canonical whatever its spelling", arguments: all)
  func isCanonical(sample: Case) throws {
    let value = try read(sample.text)
    #expect(areIdentical(value, sample.value), "\(value)")
    #expect(areIdentical(try read("[\(sample.text)]"), .array([sample.value])))
  }

  @Test(
    "R8: a number outside of Double keeps its digits and becomes neither 0 nor infinity", arguments: unrepresentable)
  func isOutOfRange(text: String) throws {
    #expect(try read(text) == .outOfRange(text))
    #expect(try read(" \(text) ") == .outOfRange(text))
  }

  @Test("R8: every power of two around the edges of Int64 and of Double's integers is exact")
  func edgesAreExact() throws {
    for shift in 0..<63 {
      for delta: Int64 in -2...2 {
        let value = (Int64(1) << Int64(shift)) &+ delta
        for spelling in ["\(value)", "\(value).0", "\(value)0e-1"] where value != 0 {
          #expect(try read(spelling) == .integer(value))
        }
      }
    }
  }

  @Test("Numbers agree with Double(String) on a seeded corpus", arguments: [1, 2, 3] as [UInt64])
  func agreesWithDouble(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<4000 {
      var text = Bool.random(using: &generator) ? "-" : ""
      text += digits(1...22, leadingZero: false, using: &generator)
      if Bool.random(using: &generator) { text += "." + digits(1...22, leadingZero: true, using: &generator) }
      if Bool.random(using: &generator) {
        text += ["e", "E"].randomElement(using: &generator) ?? "e"
        text += ["", "+", "-"].randomElement(using: &generator) ?? ""
        text += "\(Int.random(in: 0...340, using: &generator))"
      }
      let expected = try #require(Double(text))
      switch try read(text) {
      case .integer(let integer):
        #expect(Double(integer) == expected, "\(text)")
      case .number(let number):
        #expect(number.bitPattern == expected.bitPattern, "\(text)")
      case .outOfRange(let digits):
        #expect(digits == text)
        #expect(expected.isInfinite || expected == 0, "\(text)")
      case let other: Issue.record("\(text) became \(other)")
      }
    }
  }

  @Test("Integers agree with Foundation's JSONSerialization on a seeded corpus")
  func agreesWithFoundation() throws {
    var generator = SplitMix64(seed: 99)
    for _ in 0..<2000 {
      let integer = Int64.random(in: .min ... .max, using: &generator) >> Int64.random(in: 0...62, using: &generator)
      let text = "[\(integer)]"
      let foundation = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [NSNumber]
      #expect(try read(text) == .array([.integer(try #require(foundation?.first).int64Value)]))
    }
  }

  private func digits(
    _ count: ClosedRange<Int>, leadingZero: Bool, using generator: inout SplitMix64
  ) -> String {
    let count = Int.random(in: count, using: &generator)
    var text = ""
    for position in 0..<count {
      let first = position == 0 && !leadingZero && count > 1 ? 1 : 0
      text += "\(Int.random(in: first...9, using: &generator))"
    }
    return text
  }
}
