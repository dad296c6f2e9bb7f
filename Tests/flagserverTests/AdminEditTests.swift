import StrictJSON
import Testing

@testable import flagserver

/// Edits that say which version they start from, and the rest of what can be edited.
struct AdminEditTests {
  private func ifMatch(_ tag: String) -> [Header] { [Header(name: "if-match", value: tag)] }

  private let ifNew = [Header(name: "if-none-match", value: "*")]

  private func tag(_ router: Router, _ target: String) throws -> String {
    try #require(router.send("GET", target).header("ETag"))
  }

  @Test("The tags of the list are those of the flags, and equal content has an equal tag")
  func tags() throws {
    let router = try router()
    guard case .object(let list) = try router.send("GET", "/admin/flags").value, case .object(let tags)? = list["etags"]
    else {
      Issue.record("no tags")
      return
    }
    #expect(tags.count == 4)
    let tag = try tag(router, "/admin/flags/killed")
    #expect(tags["killed"] == .string(tag))
    #expect(router.send("POST", "/admin/flags/killed/revive").header("ETag") != tag)
    #expect(router.send("POST", "/admin/flags/killed/kill").header("ETag") == tag)
  }

  @Test("An edit of a flag that is another by now is 412 with the flag as it is", arguments: ["PUT", "DELETE", "POST"])
  func stale(method: String) throws {
    let router = try router()
    let target = method == "POST" ? "/admin/flags/new_checkout/kill" : "/admin/flags/new_checkout"
    _ = router.send("DELETE", "/admin/flags/survey")
    let old = try tag(router, "/admin/flags/new_checkout")
    _ = router.send("PUT", "/admin/flags/new_checkout", #"{"name":"Other"}"#)
    let refused = router.send(method, target, "{}", headers: ifMatch(old))
    #expect(refused.status == 412)
    #expect(try refused.message == "the flag is another by now")
    let current = try tag(router, "/admin/flags/new_checkout")
    #expect(refused.header("ETag") == current)
    guard case .object(let envelope) = try refused.value else {
      Issue.record("no envelope")
      return
    }
    #expect(try envelope["current"] == router.send("GET", "/admin/flags/new_checkout").value)
    #expect((200...299).contains(router.send(method, target, "{}", headers: ifMatch("\"x\", \(current)")).status))
  }

  @Test("An edit of a flag that is gone is 412, and * means any")
  func gone() throws {
    let router = try router()
    let refused = router.send("PUT", "/admin/flags/none", "{}", headers: ifMatch("*"))
    #expect(refused.status == 412)
    #expect(refused.text.hasSuffix(#""current":null}"#))
    #expect(refused.header("ETag") == nil)
    #expect(router.send("DELETE", "/admin/flags/none", headers: ifMatch("\"x\"")).status == 412)
    #expect(router.send("DELETE", "/admin/flags/none").status == 404)
    #expect(router.send("PUT", "/admin/flags/killed", "{}", headers: ifMatch("*")).status == 200)
    #expect(router.send("PUT", "/admin/flags/killed", "{}", headers: ifMatch("W/\"x\"")).status == 412)
  }

  @Test("If-None-Match: * makes only what is not there")
  func onlyNew() throws {
    let router = try router()
    #expect(router.send("PUT", "/admin/flags/killed", "{}", headers: ifNew).status == 412)
    #expect(router.send("PUT", "/admin/flags/fresh", "{}", headers: ifNew).status == 201)
    #expect(router.send("PUT", "/admin/segments/beta", #"{"all":[]}"#, headers: ifNew).status == 412)
    #expect(router.send("PUT", "/admin/segments/fresh", #"{"all":[]}"#, headers: ifNew).status == 201)
  }

  @Test("DELETE takes a flag out of every answer, unless a condition needs it")
  func delete() throws {
    let router = try router()
    let refused = router.send("DELETE", "/admin/flags/new_checkout")
    #expect(refused.status == 400)
    #expect(try refused.message == #"flags[3].rules[0].when.saw-flag: needs the flag "new_checkout""#)
    #expect(router.send("DELETE", "/admin/flags/survey").text == #"{"deleted":"survey"}"#)
    #expect(router.send("DELETE", "/admin/flags/new_checkout").status == 200)
    #expect(router.send("GET", "/admin/flags/new_checkout").status == 404)
    #expect(router.evaluate().text.hasPrefix(#"{"flags":[{"key":"killed""#))
  }

  @Test("Segments are shown, put and removed by name; one in use stays")
  func segments() throws {
    let router = try router()
    let tag = try tag(router, "/admin/segments/beta")
    #expect(router.send("GET", "/admin/segments").text.contains(#""etags":{"beta":"#))
    #expect(router.send("GET", "/admin/segments/none").status == 404)
    let narrowed = #"{"attribute":"app_version","op":"at-least","value":"9","as":"version"}"#
    #expect(router.send("PUT", "/admin/segments/beta", narrowed, headers: ifMatch("\"x\"")).status == 412)
    let put = router.send("PUT", "/admin/segments/beta", narrowed, headers: ifMatch(tag))
    #expect(put.status == 200 && put.text == narrowed)
    #expect(try router.ruleID("new_checkout") == "default")
    let used = router.send("DELETE", "/admin/segments/beta")
    #expect(try used.message == #"flags[0].rules[0].segment: there is no segment "beta""#)
    let loop = router.send("PUT", "/admin/segments/my%20own", #"{"not":{"segment":"my own"}}"#)
    #expect(try loop.message == #"not.segment: segment "my own" needs itself"#)
    #expect(router.send("DELETE", "/admin/segments/slow").text == #"{"deleted":"slow"}"#)
    #expect(
      try router.send("PUT", "/admin/segments/beta", #"{"segment":"beta"}"#).message?.hasPrefix("segment: ") == true)
  }

  @Test("All segments are replaced at once, or none")
  func allSegments() throws {
    let router = try router()
    let refused = router.send("PUT", "/admin/segments", #"{"segments":{"other":{"all":[]}}}"#)
    #expect(try refused.message == #"flags[0].rules[0].segment: there is no segment "beta""#)
    let wrong = router.send("PUT", "/admin/segments", #"{"segments":{"beta":{"op":"is"}}}"#)
    #expect(try wrong.message?.hasPrefix("segments.beta: ") == true)
    #expect(try router.send("PUT", "/admin/segments", "{}").message == "segments: missing")
    #expect(router.send("GET", "/admin/segments").text.contains("slow"))
    #expect(router.send("PUT", "/admin/segments", #"{"segments":{"beta":{"any":[]}}}"#).status == 200)
    #expect(!router.send("GET", "/admin/segments").text.contains("slow"))
    #expect(try router.ruleID("new_checkout") == "default")
  }

  @Test("Applications are made and changed by code")
  func applications() throws {
    let router = try router()
    #expect(router.send("PUT", "/admin/applications/NEW", "{}").status == 201)
    #expect(router.send("PUT", "/admin/applications/PLAIN-00001", #"{"featureFlags":true}"#).status == 200)
    #expect(
      router.send("GET", "/admin/applications").text
        == #"{"applications":[{"code":"DEMO0-00001","featureFlags":true},{"code":"PLAIN-00001","featureFlags":true},"#
        + #"{"code":"NEW","featureFlags":true}]}"#)
    #expect(router.evaluate(#"{"application":"NEW","hwid":"1"}"#).text.contains("new_checkout"))
    #expect(
      try router.send("PUT", "/admin/applications/a.b", "{}").message
        == "code: must not be empty and must not contain a dot")
    #expect(router.send("PUT", "/admin/applications/NEW", #"{"code":"OLD"}"#).status == 400)
  }

  @Test("What is exported is a flags file, and importing it gives the same again")
  func exportAndImport() throws {
    let router = try router()
    let export = router.send("GET", "/admin/export")
    #expect(export.header("Content-Disposition") == #"attachment; filename="flags.json""#)
    let other = try flagserverTests.router(#"{"applications":[{"code":"X"}],"flags":[{"key":"x"}]}"#)
    #expect(other.send("PUT", "/admin/import", export.text).status == 200)
    #expect(other.send("GET", "/admin/export").text == export.text)
    #expect(other.evaluate().text == router.evaluate().text)
    #expect(
      try other.send("PUT", "/admin/import", #"{"flags":[{"key":"a"},{"key":"a"}]}"#).message
        == #"flags[1].key: "a" is the key of flags[0] already"#)
    #expect(other.send("GET", "/admin/export").text == export.text)
  }

  @Test("An edit that cannot be saved is not made, and nobody sees it")
  func notSaved() throws {
    let state = ServerState(
      try router().state.flags.snapshot.ruleset, save: { _ in throw StoreError("/data", "disk full") }, now: { now })
    let router = Router(gate: AdminGate(), state: state, segmentDeadline: 200)
    let before = router.send("GET", "/admin/export").text
    let refused = router.send("POST", "/admin/flags/new_checkout/kill")
    #expect(refused.status == 503)
    #expect(try refused.message == "the edit was not made, for it could not be saved: /data: disk full")
    #expect(router.send("GET", "/admin/export").text == before)
  }
}
