import StrictJSON
import Testing

@testable import flagserver

struct ClientMethodTests {
  @Test("postEvent keeps the event and answers with the envelope, under any prefix")
  func postEvent() throws {
    let router = try router()
    let response = router.send("POST", "/proxy/json/1.3/postEvent", impression(of: "new_checkout", time: 1_700_000_000))
    #expect(response.text == #"{"status_code":200,"status_message":"OK","response":null}"#)
    #expect(
      router.send("GET", "/admin/events?since=0").text
        == #"{"events":[{"seq":1,"name":"PW_FeatureFlagImpression","attributes":{"flag_key":"new_checkout","#
        + #""rule_id":"r","enabled":true,"padding":""},"application":"DEMO0-00001","user":"u-7","device":"6F","#
        + #""time":1700000000}],"next":1,"more":false,"received":1,"dropped":0}"#)
  }

  @Test("Any event is kept; without a time or with one in the future it happened now")
  func anyEvent() throws {
    let router = try router()
    let body = #"{"request":{"application":"DEMO0-00001","hwid":"6F","event":"Purchase","timestampUTC":99999999999.5}}"#
    #expect(router.send("POST", "/json/1.3/postEvent", body).status == 200)
    #expect(router.send("POST", "/json/1.3/postEvent", impression(of: "f", time: nil)).status == 200)
    let text = router.send("GET", "/admin/events").text
    #expect(text.contains(#""name":"Purchase","attributes":{},"application":"DEMO0-00001","user":"6F""#))
    #expect(text.split(separator: #""time":\#(now)"#).count == 3)
  }

  @Test(
    "An event that cannot be used is refused with the name of the field",
    arguments: [
      ("{}", "request: missing"), (#"{"request":[]}"#, "request: must be an object"),
      (#"{"request":{}}"#, "request.application: missing"),
      (#"{"request":{"application":"DEMO0-00001","hwid":"6F"}}"#, "request.event: missing"),
      (
        #"{"request":{"application":"DEMO0-00001","hwid":"6F","event":"e","attributes":[]}}"#,
        "request.attributes: must be an object"
      ),
      (
        #"{"request":{"application":"DEMO0-00001","hwid":"6F","event":"e","timestampUTC":"now"}}"#,
        "request.timestampUTC: must be a number from 0.0 to 1000000000000000.0"
      ),
      (
        #"{"request":{"application":"DEMO0-00001","hwid":"6F","event":"PW_FeatureFlagImpression"}}"#,
        "request.attributes.flag_key: missing"
      ),
      (
        #"{"request":{"application":"DEMO0-00001","hwid":"6F","event":"PW_FeatureFlagImpression","attributes":{"flag_key":"f"}}}"#,
        "request.attributes.rule_id: missing"
      ),
      (
        #"{"request":{"application":"DEMO0-00001","hwid":"6F","event":"PW_FeatureFlagImpression","attributes":{"flag_key":"f","rule_id":"r","enabled":1}}}"#,
        "request.attributes.enabled: must be true or false"
      ),
      (
        #"{"request":{"application":"DEMO0-00001","hwid":"6F","event":"PW_FeatureFlagImpression","attributes":{"flag_key":"f","rule_id":""}}}"#,
        "request.attributes.enabled: missing"
      ),
    ])
  func refused(body: String, message: String) throws {
    let router = try router()
    let response = router.send("POST", "/json/1.3/postEvent", body)
    #expect(response.status == 400)
    #expect(try response.message == message)
    #expect(router.send("GET", "/admin/events").text.hasPrefix(#"{"events":[],"#))
  }

  @Test("An event of an unknown application is 404, one with too many attributes 400")
  func notKept() throws {
    let router = try router()
    let unknown = #"{"request":{"application":"OTHER","hwid":"6F","event":"e"}}"#
    #expect(router.send("POST", "/json/1.3/postEvent", unknown).status == 404)
    let large = impression(of: "f", padding: String(repeating: "x", count: 1 << 16))
    #expect(
      try router.send("POST", "/json/1.3/postEvent", large).message
        == "request.attributes: must not take more than 65536 bytes")
  }

  @Test("Other methods answer OK and do nothing", arguments: ["messageDeliveryEvent", "anything"])
  func otherMethods(method: String) throws {
    #expect(try router().send("POST", "/json/1.3/\(method)", "not even JSON").text == Response.success.text)
  }
}
