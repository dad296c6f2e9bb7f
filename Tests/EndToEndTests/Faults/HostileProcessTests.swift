import FeatureFlags
import FeatureFlagsTesting
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Faults that concern a whole process, each in one of its own: its memory and its environment.
@Suite("Network faults of a process", .timeLimit(.minutes(5)))
struct HostileProcessTests {
  /// Above the limit of an answer, 16 MiB, which may be held twice while its buffer grows.
  private static let bound = 64 << 10

  @Test(
    "E1: what does not end is refused at its limit, and memory stays bounded",
    arguments: [
      "gzip bomb: 10 MB become 10 GB", "body of 100 MB", "body without end, as fast as it goes",
      "interim answers without end", "early hints without end", "headers without end", "a header line without end",
      "10 000 headers", "1 000 levels deep",
    ])
  func memory(name: String) async throws {
    try #require(NetworkFault.all.contains { $0.name == name })
    await #expect(processExitsWith: .success) { @MainActor [name = name as String, bound = Self.bound as Int] in
      let fault = try #require(NetworkFault.all.first { $0.name == name })
      let station = try FaultStation()
      // Libraries and buffers are there before anything is measured.
      #expect(await station.refresh() == [nil])
      let site = try fault.open()
      try station.go(to: site.url)
      let before = try peakKilobytes()
      let results = await station.refresh()
      let growth = try peakKilobytes() - before
      #expect(results.count == 1 && results[0] != nil)
      #expect(growth < bound, "\(growth) KiB")
      FaultTable.add(name, result: results.first??.description ?? "updated", kilobytes: growth)
    }
  }

  @Test(
    "E1: a dead proxy in the environment is a failed connection; without it the next refresh works",
    arguments: ["http_proxy", "ALL_PROXY", "all_proxy"])
  func deadProxy(variable: String) async {
    await #expect(processExitsWith: .success) { @MainActor [variable = variable as String] in
      clearProxyVariables()
      let station = try FaultStation()
      #expect(await station.refresh() == [nil])
      let record = station.record
      let port = try LoopbackPort.closed()
      setenv(variable, "http://127.0.0.1:\(port.number)", 1)
      let start = ContinuousClock.now
      let results = await station.refresh()
      try #require(results.count == 1)
      let error = try #require(results[0])
      #expect(error.code == 0 && error.transportReason == .connection, "\(error)")
      #expect(station.record == record && station.rule == "r_1")
      FaultTable.add("dead proxy in \(variable)", true, "\(error)", ContinuousClock.now - start)
      unsetenv(variable)
      #expect(await station.refresh() == [nil])
    }
  }

  @Test("E1: a dead proxy for https is a failed connection")
  func deadSecureProxy() async {
    await #expect(processExitsWith: .success) { @MainActor in
      clearProxyVariables()
      let station = try FaultStation()
      let port = try LoopbackPort.closed()
      setenv("https_proxy", "http://127.0.0.1:\(port.number)", 1)
      // The proxy is asked for this name, and there is none; no name is looked up.
      try station.go(to: "https://feature-flags.invalid")
      let start = ContinuousClock.now
      let results = await station.refresh()
      #expect(results.count == 1 && results[0]?.code == 0 && results[0]?.transportReason == .connection)
      FaultTable.add(
        "dead proxy in https_proxy", false, results.first??.description ?? "updated", ContinuousClock.now - start)
      // http does not go that way.
      try station.goHome()
      #expect(await station.refresh() == [nil])
    }
  }

  @Test("E1, E2: a proxy that wants a password gives 407 for http, and no connection for https; its URL is told nobody")
  func passwordProxy() async {
    await #expect(processExitsWith: .success) { @MainActor in
      clearProxyVariables()
      let station = try FaultStation()
      #expect(await station.refresh() == [nil])
      let proxy = try TransportTestServer(
        answering: HTTPResponse(status: 407, headers: [HTTPHeader("Proxy-Authenticate", "Basic realm=\"a\"")]))
      let url = proxy.url.replacing("//", with: "//someone:s3cret@")
      setenv("http_proxy", url, 1)
      setenv("https_proxy", url, 1)
      let plain = await station.refresh()
      #expect(plain.count == 1 && plain[0]?.code == 407)
      try station.go(to: "https://feature-flags.invalid")
      let secure = await station.refresh()
      #expect(secure.count == 1 && secure[0]?.code == 0 && secure[0]?.transportReason == .connection)
      for error in (plain + secure).compactMap({ $0 }) {
        FaultTable.add("proxy wants a password", true, "\(error)", .zero)
        #expect(!"\(error)".contains("s3cret") && !"\(error)".contains("someone"))
      }
      #expect(station.rule == "r_1")
      clearProxyVariables()
      try station.goHome()
      #expect(await station.refresh() == [nil])
    }
  }
}

private func clearProxyVariables() {
  for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy"] {
    unsetenv(name)
  }
}

/// The most memory this program has had so far; not by getrusage, which counts what was there before exec.
private func peakKilobytes() throws -> Int {
  let status = SystemProgram(name: "", package: "", log: "/proc/self/status").output
  let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
  return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
}
