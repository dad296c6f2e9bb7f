import FeatureFlags

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Two threads that read while a third publishes 1 000 flags, 100 times a second.
///
/// Costs are counted in time on a core, so that a thread that is kept from running by the third is not taken for slow.
enum TwoThreadsCase {
  static func figures(_ options: Options) async throws -> [Figure] {
    let keys = KeyLiterals.hits
    let answers = [SampleAnswer.bytes(flags: 1000), SampleAnswer.bytes(flags: 1000, version: 1)]
    let client = try await BenchClient(answers: answers).client
    let dictionary = Dictionary(uniqueKeysWithValues: SampleAnswer.keys(1000).map { ($0, true) })
    let rounds = options.isQuick ? 5_000 : 30_000
    let repeats = options.isQuick ? 3 : 9

    let own = await ratio(repeats, publishing: client) { Readers.client(client, keys, rounds: rounds) }
    let plain = await ratio(repeats, publishing: nil) { Readers.dictionary(dictionary, keys, rounds: rounds) }
    let operations = Double(rounds * keys.count)
    return [
      Figure(
        name: "read-two-threads", value: own.two / operations, baseline: own.one / operations, unit: "ns",
        target: .atMost(1.2)),
      Figure(
        name: "dictionary-two-threads", value: plain.two / operations, baseline: plain.one / operations, unit: "ns",
        target: .none),
    ]
  }

  /// The median cost of `work` for each of two threads and for one alone, in turn.
  private static func ratio(
    _ repeats: Int, publishing client: FeatureFlagsClient?, _ work: @escaping @Sendable () -> Void
  ) async -> (one: Double, two: Double) {
    var one: [Double] = []
    var two: [Double] = []
    for repetition in 0...repeats {
      let writer = client.map(publish)
      let alone = Threads.meanTime(of: work, threads: 1)
      let together = Threads.meanTime(of: work, threads: 2)
      writer?.cancel()
      await writer?.value
      if repetition > 0 {
        one.append(alone)
        two.append(together)
      }
    }
    return (Rounds.median(one), Rounds.median(two))
  }

  /// Refreshes `client` every 10 ms until it is cancelled; each answer differs from the one before.
  private static func publish(_ client: FeatureFlagsClient) -> Task<Void, Never> {
    Task {
      while !Task.isCancelled {
        _ = try? await client.refresh()
        try? await Task.sleep(for: .milliseconds(10))
      }
    }
  }
}
