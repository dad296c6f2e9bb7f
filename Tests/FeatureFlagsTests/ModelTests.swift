import Testing

@testable import FeatureFlags

@Suite("Model: exact values")
struct ModelTests {
  let flag = on(
    "a",
    [
      "text": "3", "empty": "", "one": 1, "fraction": 3.7, "big": 9_007_199_254_740_993, "huge": 1e300, "yes": true,
      "no": false, "object": ["k": 1], "list": [1], "emptyObject": [:], "emptyList": [], "null": .null,
      "beyond": .outOfRange("1e400"), "caf\u{e9}": "composed",
    ])

  @Test("R6: a string is read as a string alone")
  func strings() {
    #expect(flag.string(forProperty: "text", default: "d") == "3")
    #expect(flag.string(forProperty: "empty", default: "d") == "")
    for name in ["one", "yes", "object", "list", "null", "beyond", "missing", "TEXT", "cafe\u{301}"] {
      #expect(flag.string(forProperty: name, default: "d") == "d")
    }
  }

  @Test("R6: a number is read as a number alone; true is not 1")
  func numbers() {
    #expect(flag.number(forProperty: "one", default: -1) == 1)
    #expect(flag.number(forProperty: "fraction", default: -1) == 3.7)
    #expect(flag.number(forProperty: "huge", default: -1) == 1e300)
    for name in ["text", "yes", "no", "object", "list", "null", "beyond", "missing"] {
      #expect(flag.number(forProperty: name, default: -1) == -1)
    }
  }

  @Test("R6: a boolean is read as a boolean alone; 1 is not true")
  func booleans() {
    #expect(flag.bool(forProperty: "yes", default: false))
    #expect(!flag.bool(forProperty: "no", default: true))
    for name in ["text", "one", "object", "list", "null", "missing"] {
      #expect(flag.bool(forProperty: name, default: true))
      #expect(!flag.bool(forProperty: name, default: false))
    }
  }

  @Test("R8: an integer is read only when it is integral, without losing a digit")
  func integers() {
    #expect(flag.integer(forProperty: "big", default: -1) == 9_007_199_254_740_993)
    for name in ["fraction", "huge", "text", "yes", "null", "beyond", "missing"] {
      #expect(flag.integer(forProperty: name, default: -1) == -1)
    }
  }

  @Test("R6: an object is no list, a list no object, and null is neither")
  func structures() {
    #expect(flag.jsonObject(forProperty: "object") == ["k": 1])
    #expect(flag.jsonObject(forProperty: "emptyObject") == [:])
    #expect(flag.jsonArray(forProperty: "list") == [1])
    #expect(flag.jsonArray(forProperty: "emptyList") == [])
    for name in ["list", "emptyList", "text", "null", "missing"] { #expect(flag.jsonObject(forProperty: name) == nil) }
    for name in ["object", "emptyObject", "text", "null", "missing"] {
      #expect(flag.jsonArray(forProperty: name) == nil)
    }
  }

  @Test("T7: Retry-After is read as seconds or as a date, and nothing else is")
  func retryAfter() {
    let now = WallTime(seconds: 784_111_777)
    #expect(RetryAfter.wait("120", now: now) == .seconds(120))
    #expect(RetryAfter.wait("0", now: now) == .zero)
    #expect(RetryAfter.wait("99999999999999999999999", now: now) == Nanoseconds(.max))
    #expect(RetryAfter.wait("Sun, 06 Nov 1994 08:50:37 GMT", now: now) == .seconds(60))
    #expect(RetryAfter.wait("Sun, 06 Nov 1994 08:00:00 GMT", now: now) == .zero)
    #expect(RetryAfter.wait("Thu, 29 Feb 2024 00:00:00 GMT", now: WallTime(seconds: 1_709_164_799)) == .seconds(1))
    for text in [
      "", "-1", "1.5", "soon", "Sun, 06 Nov 1994", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
      "١٢",
    ] {
      #expect(RetryAfter.wait(text, now: now) == nil)
    }
  }

  @Test("times saturate instead of trapping")
  func saturation() {
    #expect(Nanoseconds(.max) + Nanoseconds(1) == Nanoseconds(.max))
    #expect(Nanoseconds(.min) - Nanoseconds(1) == Nanoseconds(.min))
    #expect(Nanoseconds.hours(.max) == Nanoseconds(.max) && Nanoseconds.minutes(.min) == Nanoseconds(.min))
    #expect(WallTime(seconds: .min).seconds == WallTime(nanoseconds: .min).seconds)
    #expect(WallTime(nanoseconds: -1).seconds == -1)
    #expect(Nanoseconds(Duration.seconds(Int64.max)) == Nanoseconds(.max))
    #expect(Nanoseconds(Duration.milliseconds(1500)).duration == .milliseconds(1500))
  }

  @Test("C5, E2: descriptions hold nothing personal")
  func descriptions() {
    #expect("\(Identity(applicationCode: "APP", userID: "secret"))" == "Identity(APP)")
    #expect("\(on("a"))" == "a: on (r_1)" && "\(off("a"))" == "a: off (killed)")
    let error = FeatureFlagsError(TransportError(.connection, "refused"))
    #expect("\(error)" == "PWFeatureFlagsErrorDomain 0: refused")
    let request = HTTPRequest(url: "https://h/?token=secret", headers: [HTTPHeader("A", "secret")], body: [1])
    #expect("\(request) \(request.headers)" == "HTTPRequest(POST, 1 bytes) [HTTPHeader(A)]")
    var dumped = ""
    dump(request, to: &dumped)
    #expect(!dumped.contains("secret"))
    #expect("\(ConfigurationError(key: "k", problem: "must be x"))" == "k: must be x")
  }

  @Test("the key index finds every key and no other, at any size")
  func keyIndex() {
    for count in [0, 1, 2, 3, 7, 100, 5000] {
      let keys = (0..<count).map { "key-\($0)-\(String(repeating: "x", count: $0 % 20))" }
      let index = KeyIndex(keys)
      for (position, key) in keys.enumerated() { #expect(index.position(of: key) == position) }
      for missing in ["", "key", "key-\(count)-", "x"] { #expect(index.position(of: missing) == nil) }
      #expect(index.isOfDistinctKeys)
      for again in keys.indices where again % 997 == 0 {
        #expect(!KeyIndex(keys + [keys[again]]).isOfDistinctKeys)
      }
    }
    #expect(!KeyIndex(["", "a", ""]).isOfDistinctKeys)
    #expect(KeyIndex(["b", "a", "b"]).position(of: "b") == 0)
    // Each would be compared with all before it, were they all kept.
    #expect(!KeyIndex(Array(repeating: "one key", count: 1_000_000)).isOfDistinctKeys)
    #expect(KeyIndex(["\u{e9}", "e\u{301}"]).isOfDistinctKeys, "R3: keys are bytes")
  }
}
