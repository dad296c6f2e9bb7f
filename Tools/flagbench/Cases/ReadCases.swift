/// Reads on one thread: hits, misses, handles, properties, duplicate impressions; and what a lock or `get` would cost.
enum ReadCases {
  static func figures(_ options: Options) async throws -> [Figure] {
    let work = try await ReadWork()
    let rounds = options.isQuick ? 200 : 2000
    let times = Rounds(options.isQuick ? 5 : 31).medians(
      operations: rounds * work.operations, ReadWork.Name.allCases.map { name in { work.run(name, rounds: rounds) } })
    let costs = Dictionary(uniqueKeysWithValues: zip(ReadWork.Name.allCases, times))
    func figure(
      _ name: String, _ work: ReadWork.Name, over baseline: ReadWork.Name = .dictionary, _ target: Figure.Target
    ) -> Figure {
      Figure(name: name, value: costs[work] ?? 0, baseline: costs[baseline] ?? 0, unit: "ns", target: target)
    }
    return [
      figure("read-hit", .hit, .atMost(0.6)),
      figure("read-miss", .miss, over: .hit, .atMost(1.1)),
      figure("read-handle", .handle, .atMost(0.2)),
      figure("property-number", .number, .atMost(0.8)),
      figure("impression-duplicate", .impression, .atMost(2)),
      figure("get", .get, .none),
      figure("mutex-and-dictionary", .lockedDictionary, .none),
    ]
  }
}
