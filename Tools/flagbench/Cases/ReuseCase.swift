import CurlTransport
import FeatureFlags
import FeatureFlagsTesting
import FoundationEssentials
import JSONFileStore
import PushwooshWire
import SystemClock

/// A second refresh over a real socket: the connection of the first, a 304 without a body, and nothing written.
enum ReuseCase {
  static func figures(_ options: Options) async throws -> [Figure] {
    let tag = "\"v1\""
    let full = HTTPResponse(
      status: 200, headers: [HTTPHeader("ETag", tag)], body: SampleAnswer.bytes(flags: 1000))
    let server = try TransportTestServer { request in
      let isKnown = request.headers.value(of: "If-None-Match") == tag
      return [.answer(isKnown ? HTTPResponse(status: 304, headers: full.headers) : full, to: request)]
    }
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let store = JSONFileStore(JSONFileStore.Configuration(directory: directory.path))
    let service = try PushwooshService(
      .init(applicationCode: "BENCH-00001", baseURL: server.url + "/json/1.3/"))
    let client = try FeatureFlagsClient(
      configuration: .init(applicationCode: "BENCH-00001", isThrottlingDisabled: true),
      adapters: Adapters(
        wireFormat: PushwooshWireFormat(service: service), transport: CurlTransport(), store: store,
        clock: SystemClock(), eventSink: BenchClient.OpenSink()))
    try await client.refresh()
    await client.settle()
    let written = state(of: directory)
    for _ in 0..<10 { try await client.refresh() }
    await client.settle()
    client.shutdown()
    let record = server.record
    let notModified = record.requests.dropFirst().filter { $0.headers.value(of: "If-None-Match") == tag }.count
    return [
      Figure(
        name: "reuse-connections", value: Double(record.connections), baseline: 0, unit: "", target: .atMost(1),
        note: "\(record.requests.count) refreshes"),
      Figure(
        name: "reuse-bodies", value: Double(record.requests.count - notModified), baseline: 0, unit: "",
        target: .atMost(1), note: "answers with a body"),
      Figure(
        name: "reuse-writes", value: state(of: directory) == written ? 0 : 1, baseline: 0, unit: "",
        target: .atMost(0), note: "files changed by the ten that changed nothing"),
    ]
  }

  /// Names, numbers and times of change of the files in a directory.
  private static func state(of directory: TemporaryDirectory) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return names.sorted().map { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: directory.path + "/" + name)
      let time = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      return "\(name) \(attributes?[.systemFileNumber] as? UInt64 ?? 0) \(time)"
    }
  }
}
