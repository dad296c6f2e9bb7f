import Testing

@testable import flagserver

struct DemoFileTests {
  /// The demo file of the repository that these tests were built from.
  private static let path = #filePath.replacing(
    "Tests/flagserverTests/DemoFileTests.swift", with: "Tools/demo-flags.json")

  @Test("The demo file makes sense, and shows a flag that every user of 2.0 gets")
  func demo() throws {
    let router = try router(String(decoding: contents(ofFile: Self.path), as: UTF8.self))
    let response = router.evaluate()
    #expect(
      response.text.contains(
        #"{"key":"new_checkout","enabled":true,"rule_id":"r_1a2b3c4d","properties":{"button_color":"green","#
          + #""max_items":5,"express":true,"layout":{"rows":[1,2]}}}"#))
    #expect(try router.ruleID("linux_tray_icon") == "r_2b3c4d5e")
    #expect(try router.ruleID("video_chat")?.isEmpty == true)
    #expect(try router.ruleID("old_banner") == nil)
    #expect(try router.ruleID("new_checkout", someone.replacing("2.4.0", with: "1.9")) == "default")
  }
}
