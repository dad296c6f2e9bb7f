import Dispatch
import StrictJSON
import Synchronization
import Testing

@Suite("Objects that stay text")
struct LazyJSONObjectTests {
  private static let samples = [
    "{}", "{ }", #"{"a":1}"#, "\t{ \"a\" : [ 1 , { } ] ,\r\n \"b b\" : \" \\\" \\\\\" }", #"{"a":1,"a":2}"#,
    #"{"n":-0.0,"e":1E+2,"x":1e400,"u":"\u00e9\ud83d\ude00","r":"é😀"}"#, #"{"":null,"t":true,"f":false}"#,
  ]

  private func lazy(_ text: String) throws -> LazyJSONObject {
    var reader = try JSONReader(Array(text.utf8))
    let object = try LazyJSONObject(from: &reader)
    try reader.finish()
    return object
  }

  private func written(_ object: borrowing LazyJSONObject) -> String {
    var writer = JSONWriter()
    writer.array { writer in
      object.write(to: &writer)
      object.write(to: &writer)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("R6: an object kept as text has the members that reading it at once gives", arguments: samples)
  func members(text: String) throws {
    let object = try lazy(text)
    #expect(try .object(object.object) == read(text))
    #expect(try .object(object.object) == read(text), "the second time too")
  }

  @Test("It is written as the text that it was, without white space, before and after it was looked into")
  func writing() throws {
    let object = try lazy(" { \"a b\" : [ 1.50 , \" \\u0020\\\" \" ] , \"c\":{ } } ")
    let compact = #"{"a b":[1.50," \u0020\" "],"c":{}}"#
    #expect(written(object) == "[\(compact),\(compact)]")
    #expect(object.object.count == 2)
    #expect(written(object) == "[\(compact),\(compact)]")
    #expect(written(LazyJSONObject(["a": 1])) == #"[{"a":1},{"a":1}]"#)
  }

  @Test("L1: two are equal when their members are, whatever their texts")
  func equality() throws {
    for (left, right, areEqual) in [
      (#"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#, true), (#"{"a":1,"b":2}"#, #"{"b":2.0,"a":10e-1}"#, true),
      (#"{"a":"\u0041"}"#, #"{ "a" : "A" }"#, true), (#"{"a":1,"a":2}"#, #"{"a":2}"#, true),
      (#"{"a":1}"#, #"{"a":2}"#, false), (#"{"a":1}"#, #"{"a":true}"#, false), (#"{"a":1}"#, "{}", false),
      (#"{"a":9007199254740993}"#, #"{"a":9007199254740992}"#, false),
    ] {
      #expect(try lazy(left).isEqual(to: lazy(right)) == areEqual, "\(left) and \(right)")
      let made = try lazy(right).object
      #expect(try lazy(left).isEqual(to: LazyJSONObject(made)) == areEqual, "\(left) and made \(right)")
      #expect(try LazyJSONObject(made).isEqual(to: lazy(left)) == areEqual, "made \(right) and \(left)")
    }
  }

  @Test("What is no object, or no JSON, is refused where reading it would be")
  func refused() throws {
    for text in ["[1]", "1", "\"a\"", "null", "", " ", "{", #"{"a"}"#, #"{"a":1,}"#, #"{"a":01}"#, #"{"a":"\ud800"}"#] {
      var reading = try JSONReader(Array(text.utf8))
      var error: JSONError?
      do { _ = try reading.readObject() } catch let failure { error = failure }
      #expect(throws: try #require(error), "\(text)") { _ = try lazy(text) }
    }
  }

  @Test("It can be as deep as its reader allowed, and is looked into all the same")
  func deep() throws {
    let depth = JSONReader.Limits().depth
    let text = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    var value = JSONValue.object(try lazy(text).object)
    var levels = 0
    while case .object(let object) = value {
      value = try #require(object["a"])
      levels += 1
    }
    #expect(levels == depth)
    #expect(value == .integer(1))
  }

  @Test("Random objects come back the same from their own text", arguments: 0..<4)
  func random(seed: Int) throws {
    var random = RandomJSON(generator: SplitMix64(seed: UInt64(seed)))
    for _ in 0..<500 {
      let value = JSONValue.object(["k": random.value(), random.string(): random.value()])
      #expect(areIdentical(.object(try lazy(write(value)).object), value))
    }
  }

  @Test("Many threads may look into one at once, and all see the same members")
  func threads() throws {
    for round in 0..<200 {
      let object = try lazy(#"{"a":[1,2,3],"b":"\#(round) and some more text"}"#)
      let right = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        let isRight = object.read { $0["b"] == .string("\(round) and some more text") && $0.count == 2 }
        if isRight { right.add(1, ordering: .relaxed) }
      }
      #expect(right.load(ordering: .relaxed) == 8)
    }
  }
}
