import FlagRules
import StrictJSON
import Testing

struct ConditionTests {
  @Test(
    "A test that holds",
    arguments: [
      #"{"attribute":"user_id","op":"is","value":"u-7"}"#, #"{"attribute":"hwid","op":"is","value":"6F"}"#,
      #"{"attribute":"platform","op":"in","value":["ios","linux"]}"#,
      #"{"attribute":"push_registered","op":"is","value":true}"#, #"{"attribute":"plan","op":"contains","value":"ol"}"#,
      #"{"attribute":"plan","op":"contains","value":""}"#, #"{"attribute":"plan","op":"contains","value":"gold"}"#,
      #"{"attribute":"cities","op":"contains","value":"Oslo"}"#,
      #"{"attribute":"language","op":"starts-with","value":"e"}"#,
      #"{"attribute":"language","op":"ends-with","value":"n"}"#, #"{"attribute":"age","op":"is","value":41.0}"#,
      #"{"attribute":"age","op":"in","value":[1,41]}"#, #"{"attribute":"age","op":"less","value":41.5}"#,
      #"{"attribute":"age","op":"at-least","value":41}"#, #"{"attribute":"age","op":"greater","value":-1e300}"#,
      #"{"attribute":"age","op":"at-most","value":1e300}"#, #"{"attribute":"cities","op":"exists"}"#,
      #"{"attribute":"app_version","op":"at-least","value":"2.0.0","as":"version"}"#,
      #"{"attribute":"app_version","op":"less","value":"2.10","as":"version"}"#,
      #"{"attribute":"app_version","op":"greater","value":"2.4.0-rc.1","as":"version"}"#,
      #"{"attribute":"app_version","op":"at-most","value":"2.4","as":"version"}"#,
      #"{"attribute":"app_version","op":"is","value":"2.4","as":"version"}"#,
      #"{"attribute":"app_version","op":"in","value":["1","2.4"],"as":"version"}"#,
      #"{"all":[]}"#, #"{"not":{"any":[]}}"#, #"{"any":[{"any":[]},{"all":[]}]}"#, #"{"segment":"s"}"#,
      #"{"attribute":"app_version","op":"starts-with","value":"2."}"#,
    ])
  func met(condition: String) throws {
    #expect(try holds(condition, someone, segments: #"{"s":{"all":[]}}"#))
    #expect(try !holds(#"{"not":\#(condition)}"#, someone, segments: #"{"s":{"all":[]}}"#))
  }

  @Test(
    "A test that does not hold: another value, another type, or nothing there",
    arguments: [
      #"{"attribute":"user_id","op":"is","value":"U-7"}"#, #"{"attribute":"age","op":"is","value":"41"}"#,
      #"{"attribute":"push_registered","op":"is","value":1}"#, #"{"attribute":"plan","op":"less","value":1}"#,
      #"{"attribute":"age","op":"contains","value":"4"}"#, #"{"attribute":"age","op":"starts-with","value":"4"}"#,
      #"{"attribute":"age","op":"less","value":41}"#, #"{"attribute":"age","op":"greater","value":41}"#,
      #"{"attribute":"plan","op":"at-least","value":"1.0","as":"version"}"#,
      #"{"attribute":"age","op":"at-least","value":"1.0","as":"version"}"#,
      #"{"attribute":"none","op":"exists"}"#, #"{"attribute":"none","op":"is","value":""}"#,
      #"{"attribute":"plan","op":"contains","value":"goldy"}"#, #"{"attribute":"plan","op":"contains","value":"gg"}"#,
      #"{"attribute":"cities","op":"contains","value":"Os"}"#, #"{"attribute":"cities","op":"is","value":"Oslo"}"#,
      #"{"attribute":"platform","op":"in","value":[]}"#, #"{"attribute":"plan","op":"ends-with","value":"dd"}"#,
      #"{"any":[]}"#, #"{"all":[{"all":[]},{"any":[]}]}"#, #"{"saw-flag":"seen"}"#,
    ])
  func notMet(condition: String) throws {
    #expect(try !holds(condition, someone))
  }

  @Test("An attribute that the client left empty does not exist")
  func emptyAttributes() throws {
    let nobody = Subject(userID: "u", deviceID: "d", tags: ["gone": .null])
    for name in ["platform", "app_version", "language", "gone"] {
      #expect(try !holds(#"{"attribute":"\#(name)","op":"exists"}"#, nobody))
    }
    #expect(try holds(#"{"attribute":"push_registered","op":"exists"}"#, nobody))
  }

  @Test("R3: canonically equivalent spellings are different strings")
  func bytes() throws {
    let subject = Subject(userID: "u", deviceID: "d", tags: ["name": .string("e\u{301}")])
    #expect(try !holds(#"{"attribute":"name","op":"is","value":"é"}"#, subject))
    #expect(try !holds(#"{"attribute":"name","op":"contains","value":"é"}"#, subject))
    #expect(try holds(#"{"attribute":"name","op":"starts-with","value":"e"}"#, subject))
  }

  @Test("Numbers are compared exactly, beyond what a Double can tell apart")
  func exactNumbers() throws {
    let large = Subject(userID: "u", deviceID: "d", tags: ["n": .integer(9_007_199_254_740_993)])
    #expect(try holds(#"{"attribute":"n","op":"greater","value":9007199254740992}"#, large))
    #expect(try !holds(#"{"attribute":"n","op":"less","value":9007199254740993}"#, large))
    #expect(try holds(#"{"attribute":"n","op":"less","value":9.3e18}"#, large))
    let fraction = Subject(userID: "u", deviceID: "d", tags: ["n": .number(-2.5)])
    #expect(try holds(#"{"attribute":"n","op":"less","value":-2}"#, fraction))
    #expect(try holds(#"{"attribute":"n","op":"greater","value":-3}"#, fraction))
    #expect(try holds(#"{"attribute":"n","op":"at-most","value":-2.5}"#, fraction))
    let huge = Subject(userID: "u", deviceID: "d", tags: ["n": .outOfRange("1e400")])
    #expect(try !holds(#"{"attribute":"n","op":"greater","value":1}"#, huge))
  }

  @Test("saw-flag holds for 30 days after the last impression, to the second")
  func sawFlag() throws {
    let subject = Subject(userID: "u", deviceID: "d", lastImpressions: ["seen": 1_000])
    let condition = #"{"saw-flag":"seen"}"#
    #expect(try holds(condition, subject, now: 1_000))
    #expect(try holds(condition, subject, now: 1_000 + 30 * 86_400))
    #expect(try !holds(condition, subject, now: 1_001 + 30 * 86_400))
    #expect(try !holds(condition, subject, now: .min), "an overflow is no trap")
  }

  @Test("A built-in attribute is not hidden by a tag of its name")
  func tagNames() throws {
    let subject = Subject(userID: "u", deviceID: "d", platform: "linux", tags: ["platform": .string("ios")])
    #expect(try holds(#"{"attribute":"platform","op":"is","value":"linux"}"#, subject))
  }
}
