import StrictJSON
import Testing

@testable import flagserver

struct FaultTests {
  private func put(_ router: Router, _ body: String) -> Response { router.send("PUT", "/admin/faults", body) }

  @Test("A status fault meets the next N requests, and the event is not kept")
  func status() throws {
    let router = try router()
    #expect(
      put(router, #"{"status":503,"retry-after":7,"count":2}"#).text
        == #"{"faults":[{"status":503,"retry-after":7,"count":2}]}"#)
    let response = router.send("POST", "/json/1.3/postEvent", impression(of: "f"))
    #expect(response.status == 503)
    #expect(response.header("Retry-After") == "7")
    #expect(try response.message == "an injected fault")
    #expect(router.send("GET", "/admin/faults").text == #"{"faults":[{"status":503,"retry-after":7,"count":1}]}"#)
    #expect(router.evaluate().status == 503)
    #expect(router.evaluate().status == 200)
    #expect(router.send("GET", "/admin/faults").text == #"{"faults":[]}"#)
    #expect(router.send("GET", "/admin/events").text.contains(#""received":0"#))
  }

  @Test("Retry-After alone means 503; it may be a date")
  func retryAfter() throws {
    let router = try router()
    _ = put(router, #"{"retry-after":"Wed, 21 Oct 2026 07:28:00 GMT"}"#)
    #expect(router.evaluate().status == 503)
    #expect(router.evaluate().header("Retry-After") == "Wed, 21 Oct 2026 07:28:00 GMT")
  }

  @Test("Delay, cut body and dropped connection are told to the connection")
  func delivery() throws {
    let router = try router()
    _ = put(router, #"{"delay":1500,"cut-body":true}"#)
    #expect(router.evaluate().delivery == .init(delayMilliseconds: 1500, isCut: true, isDropped: false))
    #expect(router.evaluate().status == 200)
    _ = put(router, #"{"drop-connection":true,"path":"postEvent"}"#)
    #expect(router.send("POST", "/json/1.3/postEvent", impression(of: "f")).delivery.isDropped)
    #expect(router.evaluate().delivery == .init())
    #expect(router.send("GET", "/admin/events").text.contains(#""received":0"#))
  }

  @Test("Garbage is an answer with 200 that is no JSON; what was asked is done")
  func garbage() throws {
    let router = try router()
    _ = put(router, #"{"garbage":true}"#)
    let response = router.send("POST", "/json/1.3/postEvent", impression(of: "f"))
    #expect(response.status == 200)
    #expect(throws: JSONError.self) { try response.value }
    #expect(router.send("GET", "/admin/events").text.contains(#""received":1"#))
  }

  @Test("S4: partial leaves out the flags that need a segment")
  func partial() throws {
    let router = try router()
    _ = put(router, #"{"partial":true,"count":1}"#)
    let response = router.evaluate()
    #expect(response.text.hasSuffix(#""partial":true}"#))
    #expect(!response.text.contains("new_checkout"))
    #expect(response.text.contains("survey"))
    #expect(response.header("ETag") == nil)
    #expect(router.evaluate().text.hasSuffix(#""partial":false}"#))

    _ = router.send("POST", "/admin/flags/new_checkout/kill")
    _ = put(router, #"{"partial":true}"#)
    let complete = router.evaluate()
    #expect(complete.text.hasSuffix(#""partial":true}"#), "even when no flag needed one")
    #expect(complete.header("ETag") == nil)
  }

  @Test("A share meets about that share of requests, the same ones for the same seed")
  func share() throws {
    func pattern(_ seed: Int) throws -> [Int] {
      let router = try flagserverTests.router()
      _ = put(router, #"{"status":500,"share":0.3,"seed":\#(seed)}"#)
      return (0..<1000).map { _ in router.evaluate().status }
    }
    let first = try pattern(1)
    #expect(first == (try pattern(1)))
    #expect(first != (try pattern(2)))
    #expect((250...350).contains(first.count { $0 == 500 }))
    let spared = try router()
    _ = put(spared, #"{"status":500,"share":0}"#)
    #expect(spared.evaluate().status == 200)
  }

  @Test("Several faults are met in order, each aimed at its endpoint; administrators and health are spared")
  func several() throws {
    let router = try router()
    _ = put(
      router,
      #"{"faults":[{"status":500,"count":1},{"status":429,"count":1,"path":"evaluate"},{"status":418,"path":"other"}]}"#
    )
    #expect(router.evaluate().status == 500)
    #expect(router.send("POST", "/json/1.3/postEvent", impression(of: "f")).status == 200)
    #expect(router.evaluate().status == 429)
    #expect(router.evaluate().status == 200)
    #expect(router.send("POST", "/json/1.3/setTags").status == 418)
    #expect(router.send("GET", "/healthz").status == 200)
  }

  @Test("An empty object and DELETE take all faults away")
  func clear() throws {
    let router = try router()
    _ = put(router, #"{"status":500}"#)
    #expect(put(router, "{}").text == #"{"faults":[]}"#)
    _ = put(router, #"{"status":500}"#)
    #expect(router.send("DELETE", "/admin/faults").text == #"{"faults":[]}"#)
    #expect(router.evaluate().status == 200)
  }

  @Test("What is shown can be put again")
  func roundTrip() throws {
    let router = try router()
    let all =
      #"{"faults":[{"status":200,"delay":5,"cut-body":true,"garbage":true,"drop-connection":true,"partial":true,"#
      + #""retry-after":"soon","count":3,"share":0.5,"seed":9,"path":"evaluate"}]}"#
    #expect(put(router, all).text == all)
  }

  @Test(
    "A fault that makes no sense is refused with the name of the field, and the old ones stay",
    arguments: [
      (#"{"status":99}"#, "status: must be a whole number from 200 to 599"),
      (#"{"delay":-1}"#, "delay: must be a whole number from 0 to 600000"),
      (#"{"share":1.5}"#, "share: must be a number from 0.0 to 1.0"),
      (#"{"share":"x"}"#, "share: must be a number from 0.0 to 1.0"),
      (#"{"count":1.5}"#, "count: must be a whole number from 0 to 1000000000"),
      (#"{"path":"x"}"#, "path: must be one of evaluate, postEvent, other"),
      (#"{"retry-after":"a\r\nb"}"#, "retry-after: must be printable ASCII"),
      (#"{"seed":-1}"#, "seed: must be a whole number from 0 up"),
      (#"{"faults":{}}"#, "faults: must be an array"), (#"{"faults":[1]}"#, "faults[0]: must be an object"),
      (#"{"faults":[],"status":500}"#, "status: unknown field; known are faults"),
      (#"{"faults":[{"garbage":1}]}"#, "faults[0].garbage: must be true or false"),
    ])
  func refused(body: String, message: String) throws {
    let router = try router()
    _ = put(router, #"{"status":500}"#)
    let response = put(router, body)
    #expect(response.status == 400)
    #expect(try response.message == message)
    #expect(router.evaluate().status == 500)
  }
}
