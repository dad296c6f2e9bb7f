import CMicroHTTPD
import CSQLite
import FlagRules
import Glibc
import Locking
import StrictJSON
import Testing

@testable import flagserver

/// What a data directory keeps over restarts.
@Suite(.enabled(if: csql_version() != nil, "built without SQLite"))
struct PersistenceTests {
  /// A server without sockets over the directory, from its start to its end.
  private func run<Result>(
    _ path: String, file: String = sampleFile, limits: ServerState.Limits = .init(), _ body: (Router) throws -> Result
  ) throws -> Result {
    let store = try DataStore(path: path)
    if !store.hasDocument { try store.begin(with: FlagsDocument(json: Array(file.utf8))) }
    let state = ServerState(
      try Ruleset(store.document()), limits: limits, save: { try store.save($0) }, now: { now })
    try store.restore(state)
    let writer = StateWriter(store: store, state: state) { Issue.record("\($0)") }
    let result = try body(Router(gate: AdminGate(), state: state, segmentDeadline: 200))
    #expect(writer.stop())
    return result
  }

  private static let shown = ["/admin/export", "/admin/segments", "/admin/events", "/admin/applications"]

  @Test("Every kind of edit is there after a restart, in its place")
  func edits() throws {
    try withDataDirectory { path in
      let before = try run(path) { router in
        for (method, target, body, status) in [
          ("PUT", "/admin/flags/a", #"{"properties":[{"key":"p","type":"json","default":[1e400,0.1]}]}"#, 201),
          ("PUT", "/admin/flags/e%CC%81", "{}", 201), ("PUT", "/admin/flags/%C3%A9%00", "{}", 201),
          ("POST", "/admin/flags/new_checkout/kill", "", 200), ("POST", "/admin/flags/killed/archive", "", 200),
          ("DELETE", "/admin/flags/archived", "", 200), ("PUT", "/admin/flags/survey", #"{"name":"S"}"#, 200),
          ("PUT", "/admin/segments/beta", #"{"any":[],"latency-ms":7}"#, 200),
          ("PUT", "/admin/segments/more", #"{"all":[]}"#, 201), ("DELETE", "/admin/segments/slow", "", 200),
          ("PUT", "/admin/applications/NEW", "{}", 201),
          ("PUT", "/admin/applications/DEMO0-00001", #"{"featureFlags":false}"#, 200),
        ] { #expect(router.send(method, target, body).status == status, "\(method) \(target)") }
        return Self.shown.map { router.send("GET", $0).text }
      }
      #expect(before[0].contains("1e400"))
      try run(path, file: "{}") { router in
        #expect(Self.shown.map { router.send("GET", $0).text } == before)
        #expect(
          router.send("PUT", "/admin/segments", #"{"segments":{"beta":{"all":[]},"x":{"any":[]}}}"#).status == 200)
      }
      try run(path) { router in
        #expect(
          router.send("GET", "/admin/segments").text.hasPrefix(#"{"segments":{"beta":{"all":[]},"x":{"any":[]}}"#))
        #expect(router.send("PUT", "/admin/import", sampleFile).status == 200)
      }
      try run(path) { router in
        let sample = try flagserverTests.router()
        #expect(router.send("GET", "/admin/export").text == sample.send("GET", "/admin/export").text)
      }
    }
  }

  @Test("Statistics, events, requests and devices are exactly the same after restarts, and go on")
  func state() throws {
    try withDataDirectory { path in
      var before: [String] = []
      let shown = ["/admin/stats", "/admin/events?latest=100"]
      for round in 1...3 {
        try run(path) { router in
          if round > 1 { #expect(shown.map { router.send("GET", $0).text } == before) }
          for number in 0..<50 {
            let time = now - Int64(number) * 700
            #expect(
              router.send("POST", "/json/1.3/postEvent", impression(of: "f\(number % 3)", time: time)).status == 200)
          }
          _ = router.send("POST", "/json/1.3/postEvent", impression(of: "x", name: "Other"))
          _ = router.send("POST", "/json/1.3/postEvent", "nonsense")
          _ = router.send(
            "POST", "/json/1.3/setTags",
            #"{"request":{"application":"DEMO0-00001","hwid":"d\#(round)","tags":{"n":\#(round)}}}"#)
          before = shown.map { router.send("GET", $0).text }
          #expect(before[0].contains(#""f0":{"enabled":\#(round * 17)"#))
          #expect(before[0].contains(#""received":\#(round * 51)"#))
          #expect(before[0].contains(#""postEvent":\#(round * 52),"other":\#(round),"errors":\#(round)"#))
          #expect(before[0].hasSuffix(#""devices":\#(round)}"#))
        }
      }
      try run(path) { router in
        #expect(router.send("GET", "/admin/devices").text.contains(#""tags":{"n":2}"#))
        // The impression of the flag is one of this user still.
        _ = router.send("PUT", "/admin/flags/f0", "{}")
        _ = router.send("PUT", "/admin/flags/survey", #"{"rules":[{"id":"seen","when":{"saw-flag":"f0"}}]}"#)
        let ruleID = try router.ruleID("survey")
        #expect(ruleID == "seen")
      }
    }
  }

  @Test("The events on the disk are as bounded as those in memory, and their numbers go on")
  func boundedEvents() throws {
    try withDataDirectory { path in
      let limits = ServerState.Limits(events: .init(events: 10), devices: 4)
      for round in 1...2 {
        try run(path, limits: limits) { router in
          for number in 0..<25 {
            _ = router.send("POST", "/json/1.3/postEvent", impression(of: "f"))
            _ = router.evaluate(#"{"application":"DEMO0-00001","hwid":"r\#(round)d\#(number)"}"#)
          }
        }
      }
      try run(path) { router in
        let text = router.send("GET", "/admin/events").text
        #expect(text.hasPrefix(#"{"events":[{"seq":41,"#))
        #expect(text.hasSuffix(#""next":50,"more":false,"received":50,"dropped":40}"#))
        let devices = router.send("GET", "/admin/devices").text
        #expect(devices.hasSuffix(#""forgotten":46}"#))
        #expect(devices.contains(#""hwid":"r2d24""#) && !devices.contains(#""hwid":"r1"#))
      }
    }
  }

  @Test("An event that comes again after a restart counts once, whatever came in between")
  func repetitions() throws {
    try withDataDirectory { path in
      let event = impression(of: "f", eventID: "e-1")
      for round in 1...3 {
        try run(path) { router in
          #expect(router.send("POST", "/json/1.3/postEvent", event).status == 200)
          #expect(router.send("POST", "/json/1.3/postEvent", impression(of: "f", eventID: "r\(round)")).status == 200)
          let text = router.send("GET", "/admin/events").text
          #expect(text.contains(#""received":\#(round + 1),"#))
          #expect(text.split(separator: #""eventId":"e-1""#).count == 2)
        }
      }
    }
  }

  @Test("A directory of the first version, which knew no repetitions, is taken over with all that is in it")
  func firstVersion() throws {
    try withDataDirectory { path in
      let events = try run(path) { router in
        for number in 0..<3 { _ = router.send("POST", "/json/1.3/postEvent", impression(of: "f\(number)")) }
        return router.send("GET", "/admin/events").text
      }
      do {
        let database = try Database(path: path + "/flagserver.sqlite")
        try database.execute("ALTER TABLE events DROP COLUMN delivery; PRAGMA user_version=1")
        database.close()
      }
      try run(path) { router in
        #expect(router.send("GET", "/admin/events").text == events)
        for _ in 0..<2 { _ = router.send("POST", "/json/1.3/postEvent", impression(of: "g", eventID: "e")) }
      }
      try run(path) { router in
        #expect(router.send("GET", "/admin/events").text.contains(#""received":4,"#))
      }
    }
  }

  @Test("A batch that could not be written is written with the next one")
  func failingBatches() throws {
    let state = ServerState(try router().state.flags.snapshot.ruleset, save: { _ in }, now: { now })
    let router = Router(gate: AdminGate(), state: state, segmentDeadline: 200)
    for _ in 0..<3 { _ = router.send("POST", "/json/1.3/postEvent", impression(of: "f")) }
    _ = router.evaluate()
    let events = try #require(state.events.takeChanges(limit: 2))
    let devices = try #require(state.devices.takeChanges())
    #expect(events.events.map(\.sequence) == [1, 2] && events.hasMore)
    state.events.returnChanges(events)
    state.devices.returnChanges(devices)
    _ = router.send("POST", "/json/1.3/postEvent", impression(of: "g"))
    let again = try #require(state.events.takeChanges(limit: 100))
    #expect(again.events.map(\.sequence) == [1, 2, 3, 4] && again.branches.count == 2)
    #expect(state.devices.takeChanges()?.devices.count == 1)
    #expect(state.events.takeChanges(limit: 100) == nil && state.devices.takeChanges() == nil)
  }

  @Test("A second server cannot use the directory; the files are for their owner alone")
  func lockAndModes() throws {
    try withDataDirectory { path in
      try run(path) { _ in
        #expect(throws: StoreError(path, "another flagserver is using it")) { try DataStore(path: path) }
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        for name in ["flagserver.sqlite", "flagserver.sqlite-wal", "lock"] {
          #expect(stat(path + "/" + name, &status) == 0 && status.st_mode & 0o777 == 0o600)
        }
      }
      try run(path) { _ in }
    }
  }

  @Test("A database that is damaged, of another program or of another version is refused and left as it is")
  func foreign() throws {
    try withDataDirectory { path in
      try run(path) { _ in }
      let file = path + "/flagserver.sqlite"
      let good = try contents(ofFile: file)
      func expectRefusal(_ bytes: [UInt8], _ reason: String) throws {
        try write(bytes, to: file)
        #expect(throws: StoreError(file, reason)) { try DataStore(path: path) }
        #expect(try contents(ofFile: file) == bytes)
      }
      try expectRefusal(Array(repeating: 0x41, count: 5_000), "file is not a database")
      var changed = good
      changed.replaceSubrange(60..<64, with: [0, 0, 0, 9])
      try expectRefusal(changed, "its version is 9, and this flagserver knows versions up to 2")
      changed = good
      changed.replaceSubrange(68..<72, with: [1, 2, 3, 4])
      try expectRefusal(changed, "this is a database of another program")
      try write(Array(good[..<(good.count / 2)]) + [UInt8](repeating: 0xee, count: good.count / 2), to: file)
      #expect(throws: StoreError.self) { try DataStore(path: path) }
      try write(good, to: file)
      try run(path) { router in #expect(router.evaluate().status == 200) }
    }
  }

  @Test("What the options say of the directory, and what cannot be")
  func options() throws {
    try withDataDirectory { path in
      let lines = Locked<[String]>([])
      let report: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
      #expect(throws: OptionError.configuration("--data: \(path) has no flags yet; give them with --flags")) {
        try Station(Options(dataDirectory: path), report: report)
      }
      #expect(throws: OptionError.configuration("--flags: /nonexistent: No such file or directory")) {
        try Station(Options(flagsFile: "/nonexistent", dataDirectory: path), report: report)
      }
      try run(path) { _ in }
      let station = try Station(Options(flagsFile: "other.json", dataDirectory: path), report: report)
      #expect(station.router.evaluate().status == 200)
      #expect(station.stop())
      #expect(lines.withLock { $0 } == ["flagserver: \(path) has flags already; other.json was not read"])
      #expect(throws: OptionError.configuration("--data: /proc/none: No such file or directory")) {
        try Station(Options(dataDirectory: "/proc/none"), report: report)
      }
    }
  }
}
