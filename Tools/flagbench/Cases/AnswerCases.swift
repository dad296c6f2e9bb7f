import FeatureFlags
import FoundationEssentials
import InMemoryStore
import JSONFileStore
import PushwooshWire
import StrictJSON
import SystemClock

/// What an answer costs: to decode it, to take it from its bytes to the store, and to start with what is stored.
enum AnswerCases {
  static func figures(_ options: Options) async throws -> [Figure] {
    try decode(options) + (try await scale(options)) + [try await coldStart(options)]
  }

  /// An answer of 1 000 flags into `Flag` values, against the same bytes into dynamic values by `JSONDecoder`; and the same
  /// with a property of each flag read, which makes the members of all.
  private static func decode(_ options: Options) throws -> [Figure] {
    let bytes = SampleAnswer.bytes(flags: 1000)
    let data = Data(bytes)
    let format = PushwooshWireFormat(service: try PushwooshService(.init(applicationCode: "BENCH-00001")))
    let response = HTTPResponse(status: 200, body: bytes)
    let times = Rounds(options.isQuick ? 5 : 31).medians(
      operations: 1,
      [
        { keep(try? format.evaluation(from: response)) },
        { keep(try? JSONDecoder().decode(DynamicAnswer.self, from: data)) },
        {
          guard case .evaluation(let evaluation)? = try? format.evaluation(from: response) else { return }
          Readers.numbers(evaluation.flags, "ratio", rounds: 1)
        },
      ])
    func figure(_ name: String, _ time: Double, _ target: Figure.Target) -> Figure {
      Figure(
        name: name, value: time / 1000, baseline: times[1] / 1000, unit: "us", target: target,
        note: "\(bytes.count) bytes")
    }
    return [figure("decode", times[0], .atMost(1.0 / 12)), figure("decode-and-read", times[2], .none)]
  }

  /// The whole way of an answer that changes every flag: decoded, compared, published, stored.
  private static func scale(_ options: Options) async throws -> [Figure] {
    var times: [Int: [Double]] = [:]
    var benches: [Int: BenchClient] = [:]
    let sizes = [10, 100, 1_000, 10_000, 100_000]
    for size in sizes {
      benches[size] = try await BenchClient(
        answers: [SampleAnswer.bytes(flags: size), SampleAnswer.bytes(flags: size, version: 1)])
    }
    for round in 0...(options.isQuick ? 3 : 11) {
      for size in sizes {
        guard let client = benches[size]?.client else { continue }
        // Small answers many times, for a time that can be measured.
        let repeats = max(1, 1_000 / size)
        let start = Stopwatch.wall()
        for _ in 0..<repeats {
          try await client.refresh()
          await client.settle()
        }
        if round > 0 { times[size, default: []].append((Stopwatch.wall() - start) / Double(repeats)) }
      }
    }
    let medians = times.mapValues { Rounds.median($0) / 1000 }
    func figure(_ name: String, _ large: Int, _ small: Int, _ target: Figure.Target) -> Figure {
      Figure(name: name, value: medians[large] ?? 0, baseline: medians[small] ?? 0, unit: "us", target: target)
    }
    return [
      figure("scale", 10_000, 1_000, .atMost(11)),
      figure("scale-10-to-100", 100, 10, .none),
      figure("scale-100-to-1000", 1_000, 100, .none),
      figure("scale-10000-to-100000", 100_000, 10_000, .none),
    ]
  }

  /// A client made over a file of 1 000 flags and the first flag read, against `JSONDecoder` of the same file.
  private static func coldStart(_ options: Options) async throws -> Figure {
    let directory = try TemporaryDirectory()
    let store = JSONFileStore(JSONFileStore.Configuration(directory: directory.path))
    let bench = try await BenchClient(answers: [SampleAnswer.bytes(flags: 1000)], store: store)
    bench.client.shutdown()
    let record = try store.read("flags") ?? []
    // The record is a line with the header and a line with the flags; both are read by both.
    let lines = record.split(separator: UInt8(ascii: "\n")).map { Data($0) }
    let service = try PushwooshService(.init(applicationCode: "BENCH-00001"))
    let times = Rounds(options.isQuick ? 5 : 31).medians(
      operations: 1,
      [
        {
          let client = try? FeatureFlagsClient(
            configuration: .init(applicationCode: "BENCH-00001"),
            adapters: Adapters(
              wireFormat: PushwooshWireFormat(service: service), transport: BenchClient.CannedTransport([[]]),
              store: store, clock: SystemClock(), eventSink: BenchClient.OpenSink()))
          keep(client?.isEnabled(SampleAnswer.key(500), default: false))
        },
        { for line in lines { keep(try? JSONDecoder().decode(DynamicValue.self, from: line)) } },
      ])
    return Figure(
      name: "cold-start", value: times[0] / 1000, baseline: times[1] / 1000, unit: "us", target: .atMost(1.0 / 6),
      note: "\(record.count) bytes")
  }
}
