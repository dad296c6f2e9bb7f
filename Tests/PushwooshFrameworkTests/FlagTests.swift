import FeatureFlags
import Foundation
import Testing

@testable import PushwooshFramework

@Suite("PWFeatureFlag: what a flag gives")
struct FlagTests {
  let flag = PWFeatureFlag(
    Flag(
      key: "f", isEnabled: true, ruleID: "r_1",
      properties: [
        "text": "three", "three": 3, "half": 2.5, "one": 1, "yes": true, "nothing": .null,
        "huge": .outOfRange("1e400"), "list": [1, true, "x", .null, 2.5, [false]],
        "object": ["rows": [1, 2], "on": true, "n": 3, "big": .integer(.max), "huge": .outOfRange("1e400")],
      ]))

  @Test("R5: key, state and rule")
  func parts() {
    #expect(flag.key == "f" && flag.isEnabled && flag.ruleId == "r_1")
    #expect(flag.description == "f: on (r_1)")
    #expect(flag == PWFeatureFlag(flag.flag) && flag != PWFeatureFlag(Flag(key: "f", isEnabled: false, ruleID: "r_1")))
  }

  @Test("R6: the string reader takes and gives an optional, and converts nothing")
  func strings() {
    #expect(flag.string(forProperty: "text", default: nil) == "three")
    for name in ["three", "yes", "nothing", "huge", "list", "object", "missing"] {
      #expect(flag.string(forProperty: name, default: nil) == nil)
      #expect(flag.string(forProperty: name, default: "blue") ?? "red" == "blue")
    }
  }

  @Test("R6: true is no number and 1 no boolean")
  func numbersAndBooleans() {
    #expect(flag.number(forProperty: "half", default: 0) == 2.5)
    #expect(Int(flag.number(forProperty: "three", default: 9)) == 3)
    for name in ["yes", "text", "nothing", "huge", "missing"] {
      #expect(flag.number(forProperty: name, default: 9) == 9)
    }
    #expect(flag.bool(forProperty: "yes", default: false))
    for name in ["one", "text", "nothing", "missing"] {
      #expect(flag.bool(forProperty: name, default: true) && !flag.bool(forProperty: name, default: false))
    }
  }

  @Test("R6: an object's values cast as they do on iOS, and its booleans are no numbers")
  func objects() throws {
    let object = try #require(flag.jsonObject(forProperty: "object"))
    #expect(object["rows"] as? [Int] == [1, 2] && object["rows"] as? [Double] == [1, 2])
    #expect(object["on"] as? Bool == true && object["on"] as? Int == nil && object["on"] as? Double == nil)
    #expect(object["n"] as? Int == 3 && object["n"] as? Double == 3 && object["n"] as? NSNumber == 3)
    #expect(object["n"] as? Bool == nil && object["n"] as? String == nil)
    #expect(object["big"] as? Int64 == .max)
    #expect(object["huge"] is NSNull)
    for name in ["list", "text", "missing"] { #expect(flag.jsonObject(forProperty: name) == nil) }
  }

  @Test("R6: an array's elements keep their types and places")
  func arrays() throws {
    let list = try #require(flag.jsonArray(forProperty: "list"))
    #expect(list.count == 6)
    #expect(list[0] as? Int == 1 && list[1] as? Bool == true && list[2] as? String == "x" && list[3] is NSNull)
    #expect(list[4] as? Double == 2.5 && list[4] as? Int == nil && list[5] as? [Bool] == [false])
    for name in ["object", "text", "missing"] { #expect(flag.jsonArray(forProperty: name) == nil) }
  }

  @Test("R3: names that Unicode takes for equal do not trap a dictionary")
  func canonicallyEqualNames() throws {
    let object: JSONObject = ["\u{e9}": 1, "e\u{301}": 2]
    #expect(object.count == 2)
    #expect(FoundationValue.dictionary(object)["\u{e9}"] as? Int == 2)
  }
}
