import Testing

@testable import flagsim

@Suite("Shrinker: the shortest history")
struct ShrinkerTests {
  private let history = History(
    setup: Setup(), steps: (0..<60).map { .advance(Int64($0)) })

  @Test("only the steps that matter are left, wherever they are")
  func leavesWhatMatters() async {
    var shrinker = Shrinker()
    let shortest = await shrinker.shrink(history) { candidate in
      candidate.steps.contains(.advance(3)) && candidate.steps.contains(.advance(41))
    }
    #expect(shortest.steps == [.advance(3), .advance(41)])
    #expect(shortest.setup == history.setup)
  }

  @Test("a step that can go only after a later one has gone goes too")
  func goesRoundAgain() async {
    var shrinker = Shrinker()
    // 10 may go only when 20 is gone.
    let shortest = await shrinker.shrink(history) { candidate in
      let has = { (number: Int64) in candidate.steps.contains(.advance(number)) }
      return has(50) && (!has(20) || has(10))
    }
    #expect(shortest.steps == [.advance(50)])
  }

  @Test("it stops when its budget is used up, with a history that still fails")
  func budget() async {
    var shrinker = Shrinker(budget: 2)
    let shortest = await shrinker.shrink(history) { $0.steps.contains(.advance(3)) }
    #expect(shortest.steps.contains(.advance(3)))
    #expect(shrinker.budget == 0)
  }
}
