import StrictJSON
import Testing

@testable import flagserver

struct AdminFlagsTests {
  @Test("All flags, and one flag, are shown in the shape of the file")
  func show() throws {
    let router = try router()
    guard case .object(let list) = try router.send("GET", "/admin/flags").value, case .array(let flags)? = list["flags"]
    else {
      Issue.record("no list")
      return
    }
    #expect(flags.count == 4)
    #expect(try router.send("GET", "/admin/flags/new_checkout").value == flags[0])
    #expect(router.send("HEAD", "/admin/flags/new_checkout").status == 200)
    #expect(try router.send("GET", "/admin/flags/New_Checkout").message == "there is no such flag")
  }

  @Test("PUT makes a flag at the end or replaces one in its place, and clients get it at once")
  func put() throws {
    let router = try router()
    let made = router.send("PUT", "/admin/flags/%E2%98%83%2F", #"{"rules":[{"id":"r_9"}]}"#)
    #expect(made.status == 201)
    #expect(try router.ruleID("☃/") == "r_9")
    #expect(try router.send("GET", "/admin/flags/%E2%98%83%2F").value == made.value)
    let replaced = router.send("PUT", "/admin/flags/killed", #"{"key":"killed","default":{"enabled":true}}"#)
    #expect(replaced.status == 200)
    #expect(router.evaluate().text.contains(#"{"key":"killed","enabled":true,"rule_id":"default","properties":{}}"#))
  }

  @Test(
    "A flag that makes no sense is refused with the path inside it, and nothing changes",
    arguments: [
      (#"{"rules":[{"id":"r","rollout":101}]}"#, "rules[0].rollout: must be 0…100"),
      (#"{"rules":[{"id":"r","segment":"x"}]}"#, #"rules[0].segment: there is no segment "x""#),
      (#"{"key":"other"}"#, "key: must be the key in the path"),
      (
        #"{"colour":1}"#,
        #"colour: unknown field; known are "key", "name", "archived", "killed", "properties", "rules", "default""#
      ),
      ("{", "the body is no valid JSON: unexpected end of text at byte 1"), ("[]", "must be an object, not an array"),
    ])
  func refused(body: String, message: String) throws {
    let router = try router()
    let before = router.evaluate().text
    let response = router.send("PUT", "/admin/flags/new_checkout", body)
    #expect(response.status == 400)
    #expect(try response.message == message)
    #expect(router.evaluate().text == before)
  }

  @Test("T6: kill and revive, archive and restore; doing it twice is the same as once")
  func actions() throws {
    let router = try router()
    for (action, ruleID) in [
      ("kill", ""), ("kill", ""), ("archive", nil), ("restore", ""), ("revive", "r_1"), ("revive", "r_1"),
      ("archive", nil),
    ] {
      #expect(router.send("POST", "/admin/flags/new_checkout/\(action)").status == 200)
      #expect(try router.ruleID("new_checkout") == ruleID, "after \(action)")
    }
    #expect(router.send("POST", "/admin/flags/none/kill").status == 404)
    #expect(router.send("POST", "/admin/flags/new_checkout/explode").status == 404)
  }

  @Test("Edits and evaluations from many threads: each answer is one whole state, and no edit is lost")
  func concurrent() async throws {
    let router = try router()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for step in 0..<20 {
            #expect(router.send("PUT", "/admin/flags/t\(number)_\(step)", "{}").status == 201)
            #expect(router.evaluate().text.hasSuffix(#""partial":false}"#))
          }
        }
      }
    }
    guard case .object(let list) = try router.send("GET", "/admin/flags").value, case .array(let flags)? = list["flags"]
    else { return }
    #expect(flags.count == 4 + 160)
  }
}
