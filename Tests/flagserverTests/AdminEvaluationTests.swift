import StrictJSON
import Testing

@testable import flagserver

struct AdminEvaluationTests {
  private func explain(_ router: Router, _ fields: String = "", application: String = "DEMO0-00001") -> Response {
    router.send(
      "POST", "/admin/evaluate",
      #"{"application":"\#(application)","hwid":"6F","user_id":"u-7","app_version":"2.4.0"\#(fields)}"#)
  }

  @Test("Every flag is shown with its result, the reason and each rule on the way")
  func all() throws {
    let text = explain(try router()).text
    #expect(
      text
        == #"{"flags":[{"key":"new_checkout","enabled":true,"rule_id":"r_1","properties":{"color":"green"},"#
        + #""reason":"rule","rule_index":0,"steps":[{"rule_id":"r_1","target":"yes","bucket":5051,"taken":10000,"#
        + #""decides":"yes"}]},{"key":"killed","enabled":false,"rule_id":"","properties":{},"reason":"killed","#
        + #""steps":[{"rule_id":"r_2","target":"yes","bucket":3664,"taken":10000,"decides":"yes"}]},"#
        + #"{"key":"archived","reason":"archived","steps":[]},"#
        + #"{"key":"survey","enabled":false,"rule_id":"default","properties":{},"reason":"default","#
        + #""steps":[{"rule_id":"r_3","target":"no","bucket":120,"taken":10000,"decides":"no"}]}],"partial":false}"#)
  }

  @Test("Flags that are in no answer are shown with the reason")
  func absent() throws {
    let slow = try router(sampleFile.replacing(#""segment":"beta""#, with: #""segment":"slow""#))
    let text = explain(slow, #","flag":"new_checkout""#).text
    #expect(text.contains(#"{"flags":[{"key":"new_checkout","reason":"unresolved-segment","steps":["#))
    #expect(text.contains(#""target":"unknown""#) && text.hasSuffix(#""partial":true}"#))
    let plain = explain(slow, #","flag":"killed""#, application: "PLAIN-00001").text
    #expect(plain.contains(#"{"key":"killed","reason":"application-without-flags","steps":["#))
  }

  @Test("Tags are those of the request, or else those known of the device")
  func tags() throws {
    let file = """
      {"applications":[{"code":"DEMO0-00001"}],"flags":[
        {"key":"f","rules":[{"id":"r","when":{"attribute":"city","op":"is","value":"x"}}]}]}
      """
    let router = try router(file)
    #expect(explain(router).text.contains(#""rule_id":"default""#))
    #expect(explain(router, #","tags":{"city":"x"}"#).text.contains(#""reason":"rule""#))
    _ = router.send(
      "POST", "/json/1.3/setTags", #"{"request":{"application":"DEMO0-00001","hwid":"6F","tags":{"city":"x"}}}"#)
    #expect(explain(router).text.contains(#""reason":"rule""#))
    #expect(explain(router, #","tags":{}"#).text.contains(#""reason":"default""#))
  }

  @Test("It counts as no impression and as no request, and no device is kept")
  func leavesNothing() throws {
    let router = try router()
    _ = explain(router)
    #expect(router.state.devices.count == 0)
    #expect(router.send("GET", "/admin/stats").text.contains(#""flags":{},"evaluated":{},"events":{"received":0"#))
  }

  @Test(
    "What cannot be asked is refused by name",
    arguments: [
      (#","flag":"none""#, 404, "there is no such flag"), (#","tags":1"#, 400, "tags: must be an object"),
      (#","flag":1"#, 400, "flag: must be a string"),
      (
        #","colour":1"#, 400,
        "colour: unknown field; known are application, user_id, hwid, platform, app_version, language, "
          + "push_registered, sdk_version, tags, flag"
      ),
    ])
  func refused(fields: String, status: Int, message: String) throws {
    let response = explain(try router(), fields)
    #expect(response.status == status)
    #expect(try response.message == message)
    let router = try router()
    #expect(try explain(router, application: "none").message == "unknown application")
  }
}
