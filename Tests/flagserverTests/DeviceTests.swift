import FlagRules
import StrictJSON
import Testing

@testable import flagserver

struct DeviceTests {
  private let file = """
    {"applications":[{"code":"A"}],"flags":[
      {"key":"f","rules":[{"id":"r","when":{"attribute":"age","op":"at-least","value":18}}]},
      {"key":"p","rules":[{"id":"push","when":{"attribute":"push_registered","op":"is","value":true}}]}]}
    """

  private func method(_ router: Router, _ name: String, _ fields: String, device: String = "d") -> Response {
    router.send("POST", "/json/1.3/\(name)", #"{"request":{"application":"A","hwid":"\#(device)"\#(fields)}}"#)
  }

  private let asking = #"{"application":"A","hwid":"d","platform":"linux","app_version":"1.0","language":"en"}"#

  @Test("Tags of a device are kept, used in its evaluation, and taken away by null")
  func tags() throws {
    let router = try router(file)
    #expect(try router.ruleID("f", asking) == "default")
    #expect(method(router, "setTags", #","tags":{"age":20,"city":"x"}"#).status == 200)
    #expect(try router.ruleID("f", asking) == "r")
    #expect(try router.ruleID("f", #"{"application":"A","hwid":"other"}"#) == "default")
    #expect(router.send("GET", "/admin/devices").text.contains(#""tags":{"age":20,"city":"x"}"#))
    #expect(method(router, "setTags", #","tags":{"age":null}"#).status == 200)
    #expect(try router.ruleID("f", asking) == "default")
    #expect(router.send("GET", "/admin/devices").text.contains(#""tags":{"city":"x"}"#))
  }

  @Test(
    "Tags that cannot be used are refused and change nothing",
    arguments: [
      (#""#, "request.tags: missing"), (#","tags":[]"#, "request.tags: must be an object"),
      (#","userId":7,"tags":{}"#, "request.userId: must be a string"),
    ])
  func badTags(fields: String, message: String) throws {
    let router = try router(file)
    #expect(try method(router, "setTags", fields).message == message)
    #expect(router.send("GET", "/admin/devices").text == #"{"devices":[],"forgotten":0}"#)
  }

  @Test("A device has so many tags and no more")
  func tagLimits() throws {
    let router = try router(file)
    let many = (0...Device.tagLimit).map { #""t\#($0)":1"# }.joined(separator: ",")
    #expect(
      try method(router, "setTags", #","tags":{\#(many)}"#).message
        == "request.tags: a device must not have more than 100 tags")
    let large = String(repeating: "x", count: Device.tagBytesLimit)
    #expect(
      try method(router, "setTags", #","tags":{"t":"\#(large)"}"#).message
        == "request.tags: a device's tags must not take more than 4096 bytes")
    #expect(router.send("POST", "/json/1.3/setTags", #"{"request":{"application":"B","hwid":"d"}}"#).status == 404)
  }

  @Test("A registered device is registered for push until it says otherwise")
  func push() throws {
    let router = try router(file)
    #expect(method(router, "registerDevice", #","push_token":"t","language":"de","app_version":"2.0""#).status == 200)
    #expect(
      router.send("GET", "/admin/devices").text.contains(#""app_version":"2.0","language":"de","push_registered":true"#)
    )
    #expect(try router.ruleID("p", asking) == "push")
    #expect(try router.ruleID("p", #"{"application":"A","hwid":"d","push_registered":false}"#) == "default")
    #expect(method(router, "registerDevice", #","push_token":"t""#).status == 200)
    #expect(method(router, "unregisterDevice", "").status == 200)
    #expect(try router.ruleID("p", asking) == "default")
  }

  @Test("A device is shown with what it said and what it was answered, the newest first")
  func list() throws {
    let router = try router(file)
    let tag = try #require(router.evaluate(asking).header("ETag"))
    #expect(router.evaluate(asking, headers: [Header(name: "if-none-match", value: tag)]).status == 304)
    #expect(method(router, "applicationOpen", #","userId":"u-2""#, device: "e").status == 200)
    #expect(
      router.send("GET", "/admin/devices").text
        == #"{"devices":[{"hwid":"e","application":"A","user_id":"u-2","platform":"","app_version":"","language":"","#
        + #""push_registered":false,"tags":{},"last_request":\#(now),"requests":0,"partial":false,"#
        + #""not_modified":false,"flags":[]},"#
        + #"{"hwid":"d","application":"A","user_id":"d","platform":"linux","app_version":"1.0","language":"en","#
        + #""push_registered":false,"tags":{},"last_request":\#(now),"requests":2,"partial":false,"#
        + #""not_modified":true,"flags":[{"key":"f","enabled":false,"rule_id":"default"},"#
        + #"{"key":"p","enabled":false,"rule_id":"default"}]}],"forgotten":0}"#)
    #expect(!router.send("GET", "/admin/devices?limit=1").text.contains(#""hwid":"d""#))
    #expect(router.send("GET", "/admin/devices?limit=-1").status == 400)
  }

  @Test("What was worked out for a device holds only while the device, the question and the flags are the same")
  func reuse() throws {
    let router = try router(file)
    let subject = try EvaluationRequest(json: Array(asking.utf8)).subject
    func isReusable() -> Bool {
      router.state.devices.device(.init(application: "A", hardware: "d"))?
        .reusable(for: subject, router.state.flags.snapshot) != nil
    }
    for (change, what) in [
      ({ _ = self.method(router, "setTags", #","tags":{"age":1}"#) }, "tags"),
      ({ _ = self.method(router, "registerDevice", #","push_token":"t""#) }, "push"),
      ({ _ = router.evaluate(asking.replacing("linux", with: "macos")) }, "the platform"),
      ({ _ = router.send("PUT", "/admin/flags/g", "{}") }, "a flag"),
      ({ _ = router.send("PUT", "/admin/segments/s", #"{"all":[]}"#) }, "a segment"),
    ] as [(() -> Void, String)] {
      _ = router.evaluate(asking.replacing("}", with: #","push_registered":false}"#))
      #expect(isReusable(), "before \(what)")
      change()
      #expect(!isReusable(), "after \(what)")
    }
    var other = subject
    other.tags = ["age": 99]
    var device = try #require(router.state.devices.device(.init(application: "A", hardware: "d")))
    let isSame = device.take(other, isPushRegistered: false)
    #expect(!isSame, "tags that changed while it was worked out")
  }

  @Test("An edit does not change what a device was answered before")
  func answerOfThen() throws {
    let router = try router(file)
    _ = router.evaluate(asking)
    _ = router.send("DELETE", "/admin/flags/f")
    #expect(router.send("GET", "/admin/devices").text.contains(#"{"key":"f","enabled":false,"rule_id":"default"}"#))
  }

  @Test("Devices that were not heard of for longest are forgotten and counted; ids that are too long are not kept")
  func bounded() throws {
    let router = try router(file, limits: .init(devices: 3))
    for number in 0..<5 { _ = router.evaluate(#"{"application":"A","hwid":"d\#(number)"}"#) }
    _ = router.evaluate(#"{"application":"A","hwid":"d2"}"#)
    _ = router.evaluate(#"{"application":"A","hwid":"d5"}"#)
    let text = router.send("GET", "/admin/devices").text
    #expect(text.hasSuffix(#""forgotten":3}"#))
    for (number, isKept) in [(0, false), (1, false), (2, true), (3, false), (4, true), (5, true)] {
      #expect(text.contains(#""hwid":"d\#(number)""#) == isKept)
    }
    let long = String(repeating: "x", count: 1_000)
    #expect(router.evaluate(#"{"application":"A","hwid":"\#(long)"}"#).status == 200)
    #expect(router.state.devices.count == 3)
  }

  @Test("The table keeps the entries used last, whatever the order of use", arguments: 0..<20)
  func recency(seed: UInt64) {
    var random = seed
    func next(_ bound: UInt64) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % bound)
    }
    var table = RecencyTable<Int, Int>(limit: 5)
    var model: [(key: Int, value: Int)] = []
    for _ in 0..<500 {
      let key = next(9)
      let forgotten = table.use(key, initial: 0) { $0 += 1 }
      let old = model.firstIndex { $0.key == key }.map { model.remove(at: $0).value } ?? 0
      model.insert((key, old + 1), at: 0)
      let last = model.count > 5 ? model.removeLast() : nil
      #expect(forgotten?.key == last?.key)
      #expect(forgotten?.value == last?.value)
      #expect(table.newest(9).map(\.key) == model.map(\.key))
      #expect(table.newest(9).map(\.value) == model.map(\.value))
      #expect(table.count == model.count)
    }
  }
}
