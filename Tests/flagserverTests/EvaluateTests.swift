import StrictJSON
import Testing

@testable import flagserver

struct EvaluateTests {
  @Test("The answer lists the flags with state, rule and properties, in the order of the file")
  func answer() throws {
    let response = try router().evaluate()
    #expect(response.status == 200)
    #expect(response.header("Content-Type") == "application/json; charset=utf-8")
    #expect(
      response.text
        == #"{"flags":[{"key":"new_checkout","enabled":true,"rule_id":"r_1","properties":{"color":"green"}},"#
        + #"{"key":"killed","enabled":false,"rule_id":"","properties":{}},"#
        + #"{"key":"survey","enabled":false,"rule_id":"default","properties":{}}],"partial":false}"#)
  }

  @Test("Any path prefix works", arguments: ["", "/a", "/a/b/json/1.3", "//x"])
  func prefixes(prefix: String) throws {
    #expect(try router().send("POST", "\(prefix)/api/v1/feature-flags/evaluate?x=1", someone).status == 200)
  }

  @Test("The tag stays while the answer stays, and sent back it is answered with 304")
  func entityTag() throws {
    let router = try router()
    let tag = try #require(router.evaluate().header("ETag"))
    #expect(tag.count == 34 && tag.hasPrefix("\"") && tag.hasSuffix("\""))
    #expect(try flagserverTests.router().evaluate().header("ETag") == tag, "another start of the server")
    for list in [tag, "W/\(tag)", "\"x\", \(tag) ,\"y\"", "*"] {
      let response = router.evaluate(headers: [Header(name: "if-none-match", value: list)])
      #expect(response.status == 304)
      #expect(response.body.isEmpty)
      #expect(response.header("ETag") == tag)
    }
    let stale = router.evaluate(headers: [Header(name: "if-none-match", value: "\"x\"")])
    #expect(stale.status == 200)
    _ = router.send("POST", "/admin/flags/new_checkout/kill")
    let changed = router.evaluate(headers: [Header(name: "if-none-match", value: tag)])
    #expect(changed.status == 200)
    #expect(changed.header("ETag") != tag)
    _ = router.send("POST", "/admin/flags/new_checkout/revive")
    #expect(router.evaluate().header("ETag") == tag)
  }

  @Test("T8: a client of an application without flags gets none; an unknown one gets 404")
  func applications() throws {
    let plain = try router().evaluate(#"{"application":"PLAIN-00001","hwid":"6F"}"#)
    #expect(plain.text == #"{"flags":[],"partial":false}"#)
    let unknown = try router().evaluate(#"{"application":"OTHER","hwid":"6F"}"#)
    #expect(unknown.status == 404)
    #expect(try unknown.message == "unknown application")
  }

  @Test(
    "A body that cannot be used is answered with 400 and the name of the field",
    arguments: [
      ("", "the body is no valid JSON: unexpected end of text at byte 0"),
      ("[1]", "the body must be an object"), (#"{"hwid":"6F"}"#, "application: missing"),
      (#"{"application":"A"}"#, "hwid: missing"),
      (#"{"application":"","hwid":"6F"}"#, "application: must not be empty"),
      (#"{"application":7,"hwid":"6F"}"#, "application: must be a string"),
      (#"{"application":"A","hwid":"6F","user_id":7}"#, "user_id: must be a string"),
      (#"{"application":"A","hwid":"6F","app_version":null}"#, "app_version: must be a string"),
      (#"{"application":"A","hwid":"6F","push_registered":1}"#, "push_registered: must be true or false"),
    ])
  func refused(body: String, message: String) throws {
    let response = try router().evaluate(body)
    #expect(response.status == 400)
    #expect(try response.message == message)
  }

  @Test("Unknown fields are ignored, and the device stands for a user who is not told")
  func lenient() throws {
    let router = try router()
    let response = router.evaluate(#"{"application":"DEMO0-00001","hwid":"6F","user_id":"","extra":[1]}"#)
    #expect(response.status == 200)
    #expect(response.party == .init(application: "DEMO0-00001", user: "6F", device: "6F"))
  }

  @Test("S4: flags whose segment takes longer than the deadline are left out, without a tag")
  func partial() throws {
    let file = sampleFile.replacing(#""segment":"beta""#, with: #""segment":"slow""#)
    let response = try router(file).evaluate()
    #expect(response.text.hasSuffix(#""partial":true}"#))
    #expect(!response.text.contains("new_checkout"))
    #expect(response.text.contains("survey"))
    #expect(response.header("ETag") == nil)
  }

  @Test("saw-flag looks at the impressions of the same user within 30 days")
  func sawFlag() throws {
    let router = try router()
    #expect(try router.ruleID("survey") == "default")
    _ = router.send("POST", "/json/1.3/postEvent", impression(of: "new_checkout", time: now - 31 * 86_400))
    #expect(try router.ruleID("survey") == "default", "too long ago")
    _ = router.send("POST", "/json/1.3/postEvent", impression(of: "new_checkout", user: "u-8"))
    #expect(try router.ruleID("survey") == "default", "another user")
    _ = router.send("POST", "/json/1.3/postEvent", impression(of: "new_checkout", name: "Other"))
    #expect(try router.ruleID("survey") == "default", "no impression")
    _ = router.send("POST", "/json/1.3/postEvent", impression(of: "new_checkout", time: now - 30 * 86_400))
    #expect(try router.ruleID("survey") == "r_3")
    _ = router.send("POST", "/json/1.3/postEvent", impression(of: "new_checkout", time: now - 60 * 86_400))
    #expect(try router.ruleID("survey") == "r_3", "an older one that comes late changes nothing")
  }
}
