import FeatureFlags
import FeatureFlagsTesting
import TestSupport
import Testing

/// What the network can do to a client: a row for each fault, over real sockets, with everything that is in between.
@Suite("Network faults", .webServer, .timeLimit(.minutes(5)))
@MainActor struct NetworkFaultTests {
  @Test(
    "E1, T6, L3: the code, once; flags and file as they were; the next refresh works",
    arguments: NetworkFault.all, [true, false])
  func fault(_ fault: NetworkFault, hasStoredFlags: Bool) async throws {
    let station = try FaultStation(
      timeout: fault.timeout, authority: fault.trustsAuthority ? WebServer.current?.authority : nil)
    if hasStoredFlags { #expect(await station.refresh() == [nil]) }
    let (record, updates) = (station.record, station.updates)
    let before = hasStoredFlags ? "r_1" : nil
    #expect(station.rule == before)

    let site = try fault.open()
    try station.go(to: site.url)
    let start = ContinuousClock.now
    let results = await station.refresh()
    let duration = ContinuousClock.now - start
    try #require(results.count == 1)
    switch fault.ending {
    case .updated:
      #expect(results[0] == nil)
      #expect(station.rule == "r_2")
    case .failure(let code, let reason):
      let error = try #require(results[0])
      #expect(error.code == code, "\(error)")
      #expect(error.transportReason == reason, "\(error)")
      #expect(station.rule == before)
      #expect(try station.ruleAfterRestart() == before)
      #expect(station.record == record)
      #expect(station.updates == updates)
    }
    FaultTable.add(fault.name, hasStoredFlags, results[0].map { "\($0)" } ?? "updated", duration)
    if let server = site.server { #expect(server.record.requests.count == 1) }

    if site.server == nil { try station.goHome() }
    #expect(await station.refresh() == [nil])
    #expect(station.rule == "r_3")
    #expect(try station.ruleAfterRestart() == "r_3")
  }

  @Test("No two faults have one name")
  func names() {
    #expect(Set(NetworkFault.all.map(\.name)).count == NetworkFault.all.count)
  }
}
