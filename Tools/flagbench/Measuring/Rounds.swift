/// Times several pieces of work in turn, round after round, so that what disturbs one disturbs all.
struct Rounds {
  private let count: Int

  /// `count` rounds, after one that is not counted.
  init(_ count: Int) {
    self.count = count
  }

  /// The median time of each piece of work, in nanoseconds per operation.
  ///
  /// - Parameters:
  ///   - operations: how many operations one call of a piece of work does.
  ///   - work: the pieces.
  func medians(operations: Int, _ work: [() -> Void]) -> [Double] {
    var times = [[Double]](repeating: [], count: work.count)
    for round in 0...count {
      for (number, piece) in work.enumerated() {
        let start = Stopwatch.thread()
        piece()
        let time = Stopwatch.thread() - start
        if round > 0 { times[number].append(time / Double(operations)) }
      }
    }
    return times.map(Self.median)
  }

  /// The middle of `numbers`; of an even count the lower of the two.
  static func median(_ numbers: [Double]) -> Double {
    numbers.isEmpty ? 0 : numbers.sorted()[(numbers.count - 1) / 2]
  }
}
