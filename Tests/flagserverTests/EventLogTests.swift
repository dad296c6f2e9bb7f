import StrictJSON
import Testing

@testable import flagserver

struct EventLogTests {
  private func event(_ number: Int, user: String = "u", key: String = "f", size: Int = 0) -> LoggedEvent {
    LoggedEvent(
      application: "A", name: LoggedEvent.Impression.eventName, attributes: Array(repeating: 0x20, count: size),
      user: user,
      device: "d", time: Int64(number), impression: .init(flagKey: key, ruleID: "r", isEnabled: true))
  }

  @Test("Only the latest events are kept, and all are counted")
  func bounded() {
    let log = EventLog(limits: .init(events: 100))
    for number in 1...10_000 { log.append(event(number)) }
    let page = log.page(after: 0, limit: .max)
    #expect(page.received == 10_000)
    #expect(page.dropped == 9_900)
    #expect(page.events.map(\.sequence) == Array(9_901...10_000))
    #expect(page.events.map { Int($0.event.time) } == Array(9_901...10_000))
  }

  @Test("Large events are kept in smaller number; the latest is kept always")
  func boundedBytes() {
    let log = EventLog(limits: .init(events: 100, bytes: 10_000))
    for number in 1...50 { log.append(event(number, size: 3_000)) }
    #expect(log.page(after: 0, limit: .max).events.map(\.sequence) == [48, 49, 50])
    log.append(event(51, size: 1_000_000))
    #expect(log.page(after: 0, limit: .max).events.map(\.sequence) == [51])
    log.append(event(52))
    #expect(log.page(after: 0, limit: .max).events.map(\.sequence) == [52])
  }

  @Test("Pages go on where the last one ended")
  func pages() {
    let log = EventLog(limits: .init(events: 5))
    for number in 1...8 { log.append(event(number)) }
    #expect(log.page(after: 0, limit: 2).events.map(\.sequence) == [4, 5])
    #expect(log.page(after: 0, limit: 2).hasMore)
    #expect(log.page(after: 5, limit: 3).events.map(\.sequence) == [6, 7, 8])
    #expect(!log.page(after: 5, limit: 3).hasMore)
    #expect(log.page(after: 8, limit: 3).events.isEmpty)
    #expect(log.page(after: .max, limit: .max).events.isEmpty)
    #expect(log.page(after: .min + 10, limit: -1).events.isEmpty)
  }

  @Test("An impression is forgotten with the last event that tells of it")
  func impressions() {
    let log = EventLog(limits: .init(events: 3))
    log.append(event(1))
    log.append(event(2, key: "g"))
    log.append(event(3))
    log.append(event(4, user: "v"))
    #expect(log.lastImpressions(application: "A", user: "u") == ["f": 3, "g": 2])
    log.append(event(5, user: "v"))
    #expect(log.lastImpressions(application: "A", user: "u") == ["f": 3])
    log.append(event(6, user: "v"))
    #expect(log.lastImpressions(application: "A", user: "u").isEmpty)
    #expect(log.lastImpressions(application: "A", user: "v") == ["f": 6])
    #expect(log.lastImpressions(application: "B", user: "v").isEmpty)
  }

  @Test("An event that comes again with the same id counts once: in the list, in the statistics and for the readers")
  func repetitions() throws {
    let router = try router()
    func send(_ body: String) -> Int { router.send("POST", "/json/1.3/postEvent", body).status }
    for _ in 0..<3 {
      #expect(send(impression(of: "f", eventID: "e-1")) == 200)
      #expect(send(impression(of: "f", eventID: "e-2")) == 200)
      #expect(send(impression(of: "f", device: "7A", eventID: "e-1")) == 200, "another device's own id")
    }
    let text = router.send("GET", "/admin/events").text
    #expect(text.contains(#""received":3,"#) && text.contains(#""eventId":"e-1"}"#))
    #expect(router.send("GET", "/admin/stats").text.contains(#""f":{"enabled":3"#))
    for _ in 0..<2 {
      #expect(send(impression(of: "f")) == 200)
      #expect(send(impression(of: "f", eventID: "")) == 200)
    }
    #expect(router.send("GET", "/admin/events").text.contains(#""received":7,"#), "without an id all count")
  }

  @Test("An id of a delivery that is no string, or too long, is refused by its name")
  func unusableIDs() throws {
    let router = try router()
    let id = String(repeating: "x", count: LoggedEvent.deliveryIDLimit)
    #expect(router.send("POST", "/json/1.3/postEvent", impression(of: "f", eventID: id)).status == 200)
    for (id, words) in [(#""\#(id)x""#, "must not take more than 128 bytes"), ("1", "must be a string")] {
      let body = #"{"request":{"application":"DEMO0-00001","hwid":"6F","event":"E","eventId":\#(id)}}"#
      let response = router.send("POST", "/json/1.3/postEvent", body)
      #expect(response.status == 400)
      #expect(response.text.contains("request.eventId: \(words)"), "\(response.text)")
    }
  }

  @Test("Ids are forgotten with the events that had them")
  func forgottenIDs() {
    let log = EventLog(limits: .init(events: 2))
    func append(_ id: String) -> Int? {
      var event = event(1)
      event.deliveryID = id
      return log.append(event)
    }
    #expect(append("a") == 1)
    #expect(append("b") == 2)
    #expect(append("a") == nil)
    #expect(append("c") == 3)
    #expect(append("b") == nil)
    #expect(append("a") == 4)
  }

  @Test("The list of events takes since and limit, and refuses what is no number", arguments: ["since", "limit"])
  func parameters(name: String) throws {
    let router = try router()
    for _ in 0..<3 { _ = router.send("POST", "/json/1.3/postEvent", impression(of: "f")) }
    let text = router.send("GET", "/admin/events?since=1&limit=1").text
    #expect(text.hasPrefix(#"{"events":[{"seq":2,"#))
    #expect(text.hasSuffix(#"],"next":2,"more":true,"received":3,"dropped":0}"#))
    #expect(router.send("GET", "/admin/events?since=9").text.contains(#""next":3,"more":false"#))
    for value in ["x", "-1", "1.5", "99999999999999999999", ""] {
      let response = router.send("GET", "/admin/events?\(name)=\(value)")
      #expect(response.status == 400)
      #expect(try response.message == "\(name): must be a whole number from 0 up")
    }
  }
}
