import Testing

@testable import flagsim

@Suite("Generator: seeds to histories")
struct GeneratorTests {
  @Test("the same seed gives the same history, twice and in text")
  func isDeterministic() {
    for seed in 0..<200 as Range<UInt64> {
      let first = Generator.history(seed: seed, length: 80)
      #expect("\(first)" == "\(Generator.history(seed: seed, length: 80))")
      #expect(first.steps.count == 80)
    }
  }

  @Test("other seeds give other histories, and every 20th runs the whole client")
  func seedsDiffer() {
    let histories = (1...200 as ClosedRange<UInt64>).map { Generator.history(seed: $0, length: 50) }
    #expect(Set(histories.map(\.steps)).count == 200)
    #expect(histories.filter(\.setup.usesClient).count == 10)
  }

  @Test("what replays is byte for byte the same, with the machine and with the whole client", arguments: [7, 20, 40])
  func replays(seed: UInt64) async {
    func told() async -> [String] {
      var lines: [String] = []
      let history = Generator.history(seed: seed, length: 60)
      _ = await Runner.play(history) { lines.append($0) }
      return lines
    }
    let first = await told()
    #expect(await told() == first)
    #expect(first.count > 60)
  }

  @Test("spans are written in words")
  func spans() {
    #expect(Span.text(0) == "0s")
    #expect(Span.text(Span.hour + 5 * Span.second + 1) == "1h 5s 1ns")
    #expect(Span.text(-5 * Span.minute) == "-5min")
  }
}
