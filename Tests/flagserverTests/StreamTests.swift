import CMicroHTTPD
import Locking
import StrictJSON
import Testing

@testable import flagserver

/// What `/admin/stream` tells, without sockets.
struct StreamTests {
  /// All that `reader` has now, and whether its stream is over.
  private func drain(_ reader: StreamReader, room: Int = 1 << 16) -> (text: String, isOver: Bool) {
    var bytes: [UInt8] = []
    while true {
      var chunk = [UInt8](repeating: 0, count: room)
      switch chunk.withUnsafeMutableBufferPointer({ reader.read(into: $0, pause: {}) }) {
      case .bytes(let count): bytes += chunk[..<count]
      case .nothingYet: return (String(decoding: bytes, as: UTF8.self), false)
      case .end: return (String(decoding: bytes, as: UTF8.self), true)
      }
    }
  }

  @Test("Edits, events and requests are told to every reader, in order and with numbers", arguments: [1, 7, 1 << 16])
  func events(room: Int) throws {
    let router = try router()
    let readers = [try #require(router.state.hub.open {}), try #require(router.state.hub.open {})]
    _ = router.send("POST", "/admin/flags/new_checkout/kill")
    _ = router.send("POST", "/admin/flags/new_checkout/kill")
    _ = router.send("PUT", "/admin/segments/beta", #"{"all":[]}"#)
    _ = router.send("PUT", "/admin/applications/X", "{}")
    _ = router.send("DELETE", "/admin/flags/survey")
    _ = router.send("POST", "/json/1.3/postEvent", impression(of: "f", name: "Any"))
    router.finish(
      Request(method: "GET", target: "/healthz"),
      .init(
        time: now, method: "GET", path: "/healthz", status: 200, size: 1, microseconds: 30,
        party: .init(application: "A", user: "u", device: "d")))
    router.state.hub.ping()
    let expected = """
      id: 1
      event: edit
      data: {"kind":"flag","name":"new_checkout","action":"kill"}

      id: 2
      event: edit
      data: {"kind":"segment","name":"beta","action":"put"}

      id: 3
      event: edit
      data: {"kind":"application","name":"X","action":"put"}

      id: 4
      event: edit
      data: {"kind":"flag","name":"survey","action":"delete"}

      id: 5
      event: impression
      data: {"seq":1,"name":"Any","attributes":{"flag_key":"f","rule_id":"r","enabled":true,"padding":""},\
      "application":"DEMO0-00001","user":"u-7","device":"6F","time":\(now)}

      id: 6
      event: request
      data: {"time":\(now),"method":"GET","path":"/healthz","status":200,"microseconds":30,"device":"d"}

      : ping


      """
    for reader in readers {
      #expect(drain(reader, room: room).text == expected)
      #expect(drain(reader, room: room).text == "")
    }
  }

  @Test("A reader who is too slow loses messages, and is told how many")
  func slow() throws {
    let hub = StreamHub(limits: .init(readers: 1, messages: 3))
    let reader = try #require(hub.open {})
    for number in 0..<10 { hub.publish("edit") { Array("\(number)".utf8) } }
    let text = drain(reader).text
    #expect(text.contains("data: 2\n") && !text.contains("data: 3\n"))
    #expect(text.hasSuffix("event: lost\ndata: {\"count\":7}\n\n"))
    hub.publish("edit") { Array("next".utf8) }
    #expect(drain(reader).text == "id: 11\nevent: edit\ndata: next\n\n")
  }

  @Test("The bytes for a slow reader are bounded too")
  func slowBytes() throws {
    let hub = StreamHub(limits: .init(bytes: 1_000))
    let reader = try #require(hub.open {})
    for _ in 0..<100 { hub.publish("edit") { [UInt8](repeating: 0x78, count: 400) } }
    let text = drain(reader).text
    #expect(text.utf8.count < 2_000 && text.contains("event: lost"))
  }

  @Test("A reader without anything is woken once by what comes, and not after it has gone")
  func waking() throws {
    let hub = StreamHub()
    let wakes = Locked(0)
    let reader = try #require(hub.open { wakes.withLock { $0 += 1 } })
    hub.ping()
    #expect(wakes.withLock { $0 } == 0)
    _ = drain(reader)
    hub.ping()
    hub.ping()
    #expect(wakes.withLock { $0 } == 1)
    _ = drain(reader)
    hub.close(reader)
    hub.ping()
    #expect(wakes.withLock { $0 } == 1)
    #expect(drain(reader).isOver)
  }

  @Test("There is room for so many readers; one who leaves makes room")
  func readers() throws {
    let router = try router(limits: .init(stream: .init(readers: 2)))
    let first = try #require(router.state.hub.open {})
    #expect(router.send("GET", "/admin/stream").isStream)
    _ = try #require(router.state.hub.open {})
    #expect(router.state.hub.open {} == nil)
    let refused = router.send("GET", "/admin/stream")
    #expect(refused.status == 503)
    #expect(try refused.message == "there are 2 readers already")
    router.state.hub.close(first)
    #expect(router.send("GET", "/admin/stream").header("Content-Type") == "text/event-stream")
  }

  @Test("The end of the server ends every stream after what was sent, and no new one begins")
  func end() throws {
    let hub = StreamHub()
    let reader = try #require(hub.open {})
    hub.ping()
    hub.closeAll()
    hub.ping()
    let (text, isOver) = drain(reader)
    #expect(text == ": ping\n\n" && isOver)
    #expect(hub.open {} == nil)
  }

  @Test("Readers and writers on many threads lose nothing that there is room for")
  func threads() async throws {
    let hub = StreamHub(limits: .init(messages: 100_000, bytes: 1 << 30))
    let reader = try #require(hub.open {})
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<500 { hub.publish("edit") { Array("x".utf8) } } }
      }
    }
    #expect(drain(reader).text.split(separator: "data: x").count == 2_001)
  }
}
