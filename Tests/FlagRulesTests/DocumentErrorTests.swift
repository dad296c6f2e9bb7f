import FlagRules
import StrictJSON
import Testing

struct DocumentErrorTests {
  @Test(
    "A file that is wrong is refused with the path of what is wrong",
    arguments: [
      (
        #"{"flags":[{"key":"a"},{"key":"b","rules":[{"id":"r","rollout":100.5}]}]}"#,
        "flags[1].rules[0].rollout: must be 0…100"
      ),
      (#"{"flags":[{"key":"b","rules":[{"id":"r","rollout":-1}]}]}"#, "flags[0].rules[0].rollout: must be 0…100"),
      (#"{"flags":[{"key":"b","rules":[{"id":"r","rollout":1e400}]}]}"#, "flags[0].rules[0].rollout: is out of range"),
      (
        #"{"flags":[{"key":"b","rules":[{"id":"r","rollout":"5"}]}]}"#,
        "flags[0].rules[0].rollout: must be a number, not a string"
      ),
      (
        #"{"flags":[{"key":"b","rules":[{"id":"r","segment":"x"}]}]}"#,
        #"flags[0].rules[0].segment: there is no segment "x""#
      ),
      (
        #"{"flags":[{"key":"b","rules":[{"id":"r","segment":"x","when":{"all":[]}}]}]}"#,
        #"flags[0].rules[0].when: a rule has either "segment" or "when", not both"#
      ),
      (#"{"flags":[{"key":"b"},{"key":"b"}]}"#, #"flags[1].key: "b" is the key of flags[0] already"#),
      (#"{"flags":[{"key":""}]}"#, "flags[0].key: must not be empty"),
      (#"{"flags":[{"name":"x"}]}"#, "flags[0].key: missing"),
      (
        #"{"flags":[{"key":"b","rules":[{"id":"r"},{"id":"r"}]}]}"#,
        #"flags[0].rules[1].id: "r" is the id of rules[0] already"#
      ),
      (
        #"{"flags":[{"key":"b","rules":[{"id":"default"}]}]}"#, #"flags[0].rules[0].id: must not be empty or "default""#
      ),
      (#"{"flags":[{"key":"b","rules":[{"rollout":1}]}]}"#, "flags[0].rules[0].id: missing"),
      (
        #"{"flags":[{"key":"b","kiled":true}]}"#,
        #"flags[0].kiled: unknown field; known are "key", "name", "archived", "killed", "properties", "rules", "default""#
      ),
      (#"{"flags":[{"key":"b","killed":1}]}"#, "flags[0].killed: must be true or false, not a number"),
      (
        #"{"flags":[{"key":"b","properties":[{"key":"p","type":"color","default":1}]}]}"#,
        #"flags[0].properties[0].type: unknown value "color"; known are "string", "number", "bool", "object", "array", "json""#
      ),
      (
        #"{"flags":[{"key":"b","properties":[{"key":"p","type":"string","default":1}]}]}"#,
        "flags[0].properties[0].default: must be a string"
      ),
      (
        #"{"flags":[{"key":"b","properties":[{"key":"p","type":"number","default":1e400}]}]}"#,
        "flags[0].properties[0].default: must be a number in the range of a Double"
      ),
      (
        #"{"flags":[{"key":"b","properties":[{"key":"p","type":"bool","default":0}]}]}"#,
        "flags[0].properties[0].default: must be true or false"
      ),
      (
        #"{"flags":[{"key":"b","properties":[{"key":"p","type":"object","default":[]}]}]}"#,
        "flags[0].properties[0].default: must be an object"
      ),
      (
        #"{"flags":[{"key":"b","properties":[{"key":"p","type":"array","default":{}}]}]}"#,
        "flags[0].properties[0].default: must be an array"
      ),
      (
        #"{"flags":[{"key":"b","properties":[{"key":"p","type":"json","default":null}]}]}"#,
        "flags[0].properties[0].default: must be an object or an array"
      ),
      (
        #"{"flags":[{"key":"b","properties":[{"key":"p","type":"string"}]}]}"#,
        "flags[0].properties[0].default: missing"
      ),
      (
        #"{"flags":[{"key":"b","properties":[{"key":"","type":"string","default":""}]}]}"#,
        "flags[0].properties[0].key: must not be empty"
      ),
      (
        #"{"flags":[{"key":"b","properties":[{"key":"p","type":"string","default":""},{"key":"p","type":"bool","default":true}]}]}"#,
        #"flags[0].properties[1].key: "p" comes twice"#
      ),
      (
        #"{"flags":[{"key":"b","properties":[{"key":"p","type":"string","default":""}],"rules":[{"id":"r","properties":{"p":true}}]}]}"#,
        "flags[0].rules[0].properties.p: must be a string"
      ),
      (
        #"{"flags":[{"key":"b","rules":[{"id":"r","properties":{"a b":true}}]}]}"#,
        #"flags[0].rules[0].properties["a b"]: the flag has no such property"#
      ),
      (
        #"{"flags":[{"key":"b","default":{"properties":{"q":1}}}]}"#,
        "flags[0].default.properties.q: the flag has no such property"
      ),
      (#"{"flags":[{"key":"b","default":true}]}"#, "flags[0].default: must be an object, not true or false"),
      (#"{"flags":{}}"#, "flags: must be an array, not an object"),
      (#"{"segments":[]}"#, "segments: must be an object, not an array"),
      (#"[]"#, "must be an object, not an array"),
      (#"{"flag":[]}"#, #"flag: unknown field; known are "applications", "segments", "flags""#),
      (#"{"applications":[{"code":"a.b"}]}"#, "applications[0].code: must not be empty and must not contain a dot"),
      (#"{"applications":[{"code":"a"},{"code":"a"}]}"#, #"applications[1].code: "a" comes twice"#),
      (#"{"applications":[{"code":7}]}"#, "applications[0].code: must be a string, not a number"),
      (#"{"segments":{"s":{"segment":"s"}}}"#, #"segments.s.segment: segment "s" needs itself"#),
      (
        #"{"segments":{"a":{"any":[{"not":{"segment":"b"}}]},"b":{"segment":"a"}}}"#,
        #"segments.b.segment: segment "a" needs itself"#
      ),
      (#"{"segments":{"":{"all":[]}}}"#, #"segments[""]: the name must not be empty"#),
      (#"{"segments":{"s":{"all":[],"latency-ms":-1}}}"#, "segments.s.latency-ms: must not be below 0"),
      (#"{"segments":{"s":{"all":[],"latency-ms":1.5}}}"#, "segments.s.latency-ms: must be a whole number"),
      (
        #"{"segments":{"s":{}}}"#,
        #"segments.s: must have exactly one of "all", "any", "not", "attribute", "segment", "saw-flag""#
      ),
      (
        #"{"segments":{"s":{"all":[],"any":[]}}}"#,
        #"segments.s: must have exactly one of "all", "any", "not", "attribute", "segment", "saw-flag""#
      ),
      (
        #"{"segments":{"s":{"all":[{"op":"is"}]}}}"#,
        #"segments.s.all[0]: must have exactly one of "all", "any", "not", "attribute", "segment", "saw-flag""#
      ),
      (#"{"segments":{"s":{"not":{"all":[],"value":1}}}}"#, #"segments.s.not.value: goes only with "attribute""#),
      (#"{"segments":{"s":{"any":[{"saw-flag":"x"}]}}}"#, #"segments.s.any[0].saw-flag: there is no flag "x""#),
      (#"{"segments":{"s":{"attribute":"","op":"exists"}}}"#, "segments.s.attribute: must not be empty"),
      (#"{"segments":{"s":{"attribute":"a"}}}"#, "segments.s.op: missing"),
      (
        #"{"segments":{"s":{"attribute":"a","op":"like","value":1}}}"#,
        #"segments.s.op: unknown value "like"; known are "is", "in", "contains", "starts-with", "ends-with", "less", "at-least", "greater", "at-most", "exists""#
      ),
      (
        #"{"segments":{"s":{"attribute":"a","op":"exists","value":true}}}"#,
        #"segments.s.value: "exists" takes no value"#
      ),
      (#"{"segments":{"s":{"attribute":"a","op":"is"}}}"#, "segments.s.value: missing"),
      (
        #"{"segments":{"s":{"attribute":"a","op":"is","value":null}}}"#,
        "segments.s.value: must be a string, a number, true or false"
      ),
      (#"{"segments":{"s":{"attribute":"a","op":"is","value":1e400}}}"#, "segments.s.value: is out of range"),
      (#"{"segments":{"s":{"attribute":"a","op":"in","value":"x"}}}"#, "segments.s.value: must be an array"),
      (
        #"{"segments":{"s":{"attribute":"a","op":"in","value":[1,[]]}}}"#,
        "segments.s.value[1]: must be a string, a number, true or false"
      ),
      (#"{"segments":{"s":{"attribute":"a","op":"starts-with","value":1}}}"#, "segments.s.value: must be a string"),
      (
        #"{"segments":{"s":{"attribute":"a","op":"less","value":"2"}}}"#,
        #"segments.s.value: must be a number, or a version with "as": "version""#
      ),
      (
        #"{"segments":{"s":{"attribute":"a","op":"less","value":"x","as":"version"}}}"#,
        #"segments.s.value: must be a version such as "2.0.0""#
      ),
      (
        #"{"segments":{"s":{"attribute":"a","op":"in","value":["1","x"],"as":"version"}}}"#,
        #"segments.s.value[1]: must be a version such as "2.0.0""#
      ),
      (
        #"{"segments":{"s":{"attribute":"a","op":"contains","value":"1","as":"version"}}}"#,
        #"segments.s.as: versions cannot be compared with "contains""#
      ),
      (
        #"{"segments":{"s":{"attribute":"a","op":"is","value":"1","as":"date"}}}"#,
        #"segments.s.as: unknown value "date"; known is "version""#
      ),
      (#"{"segments":{"s":{"all":[]},"s":{"all":[]}}}"#, "segments.s: comes twice"),
      (#"{"flags":[{"key":"a","rules":[],"rules":[]}]}"#, "flags[0].rules: comes twice"),
      (#"{"flags":[}"#, "no valid JSON: expected a value at byte 10"),
      (#"{"flags":["#, "no valid JSON: unexpected end of text at byte 10"),
      ("", "no valid JSON: unexpected end of text at byte 0"),
    ])
  func refused(text: String, message: String) {
    #expect(problem(text) == message)
  }

  @Test("An empty file of the right shape is fine, and so is the sample")
  func accepted() {
    #expect(problem("{}") == nil)
    #expect(problem(sampleFile) == nil)
  }

  @Test("Nesting is limited, through segments too, so that no file can exhaust the stack")
  func depth() {
    func chain(_ count: Int, reversed: Bool = false) -> String {
      let links = (1..<count).map { #""s\#($0)":{"segment":"s\#($0 + 1)"}"# } + [#""s\#(count)":{"all":[]}"#]
      return #"{"segments":{\#((reversed ? links.reversed() : links).joined(separator: ","))}}"#
    }
    #expect(problem(chain(128)) == nil)
    #expect(problem(chain(129))?.hasSuffix("nested deeper than 128 levels") == true)
    #expect(problem(chain(128, reversed: true)) == nil)
    #expect(problem(chain(129, reversed: true))?.hasSuffix("nested deeper than 128 levels") == true)
    #expect(problem(chain(20_000))?.hasSuffix("nested deeper than 128 levels") == true)
    let nested = String(repeating: #"{"not":"#, count: 200) + #"{"all":[]}"# + String(repeating: "}", count: 200)
    #expect(problem(#"{"segments":{"s":\#(nested)}}"#)?.hasSuffix("nested deeper than 128 levels") == true)
  }

  @Test("A document made in code is checked like a file")
  func madeInCode() {
    let twice = FlagsDocument(segments: [
      Segment(name: "s", condition: .all([])), Segment(name: "s", condition: .any([])),
    ])
    #expect(throws: DocumentError(path: "segments.s", message: "comes twice")) { try Ruleset(twice) }
    let rule = Rule(id: "r", rollout: .nan)
    #expect(throws: DocumentError(path: "flags[0].rules[0].rollout", message: "must be 0…100")) {
      try Ruleset(FlagsDocument(flags: [FlagDefinition(key: "f", rules: [rule])]))
    }
  }

  @Test("Parts are read alone with paths of their own")
  func parts() throws {
    #expect(throws: DocumentError(path: "rules[0].id", message: "missing")) {
      try FlagDefinition(json: .object(["key": .string("f"), "rules": .array([.object([:])])]))
    }
    #expect(throws: DocumentError(path: "latency-ms", message: "must be a whole number")) {
      try Segment(name: "s", json: .object(["all": .array([]), "latency-ms": .string("1")]))
    }
    #expect(throws: DocumentError(path: "not.all", message: "must be an array, not a number")) {
      try Condition(json: .object(["not": .object(["all": .integer(1)])]))
    }
  }
}
