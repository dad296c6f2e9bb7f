import CurlTransport
import StrictJSON
import TestSupport
import Testing

@testable import Composition
@testable import FeatureFlags
@testable import flagserver

@Suite("Client and server, over real sockets")
struct EndToEndTests {
  @Test(
    "a flag is fetched, stored, read, killed, refreshed, and its impression sent; a restart reads it without network")
  func mainJob() async throws {
    try await FlagStation.run { station in
      let assembly = try station.assembly()
      let client = try assembly.makeClient()
      #expect(client.get("new_checkout") == nil)
      client.didBecomeActive()
      await client.settle()
      let flag = try #require(client.get("new_checkout"))
      #expect(flag.isEnabled && flag.ruleID == "r_1a2b3c4d")
      #expect(flag.string(forProperty: "button_color", default: "") == "green")
      #expect(flag.integer(forProperty: "max_items", default: 0) == 9_007_199_254_740_993)

      #expect(try await client.deliverImpression("new_checkout") == .sent)
      guard case .object(let log) = try station.admin("GET", "/admin/events"), case .array(let events)? = log["events"],
        case .object(let event)? = events.first
      else {
        Issue.record("no event has come in")
        return
      }
      #expect(event["name"] == "PW_FeatureFlagImpression" && event["user"] == "u-7")
      #expect(event["attributes"] == ["flag_key": "new_checkout", "rule_id": "r_1a2b3c4d", "enabled": true])

      try station.admin("POST", "/admin/flags/new_checkout/kill")
      #expect(try await client.refresh().changedKeys == ["new_checkout"])
      await client.settle()
      client.shutdown()

      let restarted = try assembly.makeClient()
      let killed = try #require(restarted.get("new_checkout"))
      #expect(!killed.isEnabled && killed.ruleID == "" && killed.number(forProperty: "max_items", default: 0) == 3)
    }
  }

  @Test("a second refresh uses the same connection, is answered 304, and writes nothing", .onOwnThread)
  func reuse() async throws {
    try await FlagStation.run { station in
      let assembly = try station.assembly()
      let client = try assembly.makeClient()
      try await client.refresh()
      await client.settle()
      let record = try station.record(assembly)
      #expect(try await client.refresh().kind == .unchanged)
      await client.settle()
      #expect(try station.record(assembly) == record)
      let transport = try #require(assembly.adapters.transport as? CurlTransport)
      #expect(transport.connectionsOpened == 1)
    }
  }

  @Test(
    "E1, T6: whatever goes wrong on the way has its code, keeps flags and file as they were, and is over with the fault",
    arguments: [
      (#"{"status":500,"path":"evaluate"}"#, 500), (#"{"status":404,"path":"evaluate"}"#, 404),
      (#"{"status":503,"retry-after":1,"path":"evaluate"}"#, 503), (#"{"garbage":true,"path":"evaluate"}"#, 200),
      (#"{"cut-body":true,"path":"evaluate"}"#, 0), (#"{"drop-connection":true,"path":"evaluate"}"#, 0),
    ])
  func faults(fault: String, code: Int) async throws {
    try await FlagStation.run { station in
      let assembly = try station.assembly()
      let client = try assembly.makeClient()
      try await client.refresh()
      await client.settle()
      let record = try station.record(assembly)
      try station.admin("POST", "/admin/flags/new_checkout/kill")
      try station.admin("PUT", "/admin/faults", fault)
      let error = await #expect(throws: FeatureFlagsError.self) { try await client.refresh() }
      #expect(error?.code == code)
      #expect(client.isEnabled("new_checkout", default: false))
      #expect(try station.record(assembly) == record)
      try station.admin("DELETE", "/admin/faults")
      let other = try assembly.makeClient()
      #expect(try await other.refresh().changedKeys == ["new_checkout"])
      #expect(!other.isEnabled("new_checkout", default: true))
      await other.settle()
    }
  }

  @Test("S4: a partial answer is readable and not stored")
  func partial() async throws {
    try await FlagStation.run { station in
      let assembly = try station.assembly()
      let client = try assembly.makeClient()
      try station.admin("PUT", "/admin/faults", #"{"partial":true,"count":1}"#)
      #expect(try await client.refresh().kind == .partial)
      #expect(try station.record(assembly) == nil)
      #expect(try await client.refresh().kind != .partial)
      await client.settle()
      #expect(try station.record(assembly) != nil)
    }
  }

  @Test("I4: an impression that the server refuses is sent by the next call")
  func refusedImpression() async throws {
    try await FlagStation.run { station in
      let client = try station.assembly().makeClient()
      try await client.refresh()
      try station.admin("PUT", "/admin/faults", #"{"status":500,"count":1,"path":"postEvent"}"#)
      await #expect(throws: EventSinkError.self) { try await client.deliverImpression("new_checkout") }
      #expect(try await client.deliverImpression("new_checkout") == .sent)
      await client.settle()
    }
  }

  @Test("T10: through a reverse proxy's path flags arrive; a path with another ending asks nobody")
  func reverseProxy() async throws {
    try await FlagStation.run { station in
      let proxied = try station.assembly {
        $0.reverseProxy = "http://127.0.0.1:\(station.server.port)/some/proxy/json/1.3"
        $0.baseURL = nil
      }.makeClient()
      #expect(try await proxied.refresh().changedKeys == ["new_checkout"])
      await proxied.settle()
      let wrong = try station.assembly { $0.reverseProxy = "http://127.0.0.1:\(station.server.port)/some/proxy/" }
        .makeClient()
      let error = await #expect(throws: FeatureFlagsError.self) { try await wrong.refresh() }
      #expect(error?.code == 0 && error?.reason == .endpoint)
    }
  }

  @Test("an application that the server does not know gives its status")
  func unknownApplication() async throws {
    try await FlagStation.run { station in
      let client = try station.assembly { $0.applicationCode = "OTHER-00001" }.makeClient()
      let error = await #expect(throws: FeatureFlagsError.self) { try await client.refresh() }
      #expect(error?.code == 404)
      await client.settle()
    }
  }
}
