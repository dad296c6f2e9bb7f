import FlagRules
import StrictJSON
import Testing

/// Laws that hold for every document; the seed is the argument, so a failure names it.
struct PropertyBasedTests {
  @Test("Evaluation never fails, decides each flag once, and agrees with its explanation", arguments: 0..<300)
  func total(seed: Int) throws {
    var random = RandomDocument(seed: seed)
    let document = random.document()
    let rules = try Ruleset(document)
    for _ in 0..<10 {
      let subject = random.subject()
      let deadline = [-1, 0, 200, 1_000].randomElement(using: &random.generator) ?? 0
      let now: Int64 = [0, .max, .min, 2_592_000].randomElement(using: &random.generator) ?? 0
      let circumstances = Circumstances(now: now, deadlineMilliseconds: deadline)
      let result = try #require(rules.evaluate(application: "A", for: subject, in: circumstances))
      let keys = result.decisions.map(\.key) + result.undecidedKeys
      #expect(keys.sorted() == document.flags.filter { !$0.isArchived }.map(\.key).sorted())
      for decision in result.decisions {
        let explanation = rules.explain(decision.key, application: "A", for: subject, in: circumstances)
        #expect(explanation?.decision == decision)
        #expect(rules.possibleDecisions(flagIndex: decision.flagIndex).contains(decision))
      }
    }
  }

  @Test("The first rule that decides is the one that is told, and killed beats all", arguments: 0..<300)
  func firstMatchWins(seed: Int) throws {
    var random = RandomDocument(seed: seed)
    let document = random.document()
    let rules = try Ruleset(document)
    let circumstances = Circumstances(now: 0, deadlineMilliseconds: 1_000)
    for _ in 0..<10 {
      let subject = random.subject()
      for decision in rules.evaluate(application: "A", for: subject, in: circumstances)?.decisions ?? [] {
        let flag = document.flags[decision.flagIndex]
        let steps = rules.explain(flag.key, application: "A", for: subject, in: circumstances)?.steps ?? []
        let first = steps.first { $0.decides == .yes }
        let defaults = flag.properties.reduce(into: JSONObject()) { $0[$1.key] = $1.defaultValue }
        #expect(decision.ruleID == (flag.isKilled ? "" : first?.ruleID ?? "default"))
        if flag.isKilled { #expect(!decision.isEnabled) }
        if !decision.isEnabled { #expect(decision.properties == defaults) }
        #expect(decision.properties.count == flag.properties.count)
        for step in steps {
          #expect((step.decides == .yes) == (step.target == .yes && step.bucket < step.takenBuckets))
        }
      }
    }
  }

  @Test("Growing a rollout never takes a user out", arguments: 0..<100)
  func monotone(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let percentages = (0..<5).map { _ in Double(Int.random(in: 0...10_000, using: &generator)) / 100 }.sorted()
    let rulesets = try percentages.map { percent in
      try Ruleset(
        FlagsDocument(
          applications: [Application(code: "A")],
          flags: [FlagDefinition(key: "f", rules: [Rule(id: "r\(seed)", rollout: percent)])]))
    }
    for _ in 0..<50 {
      let subject = Subject(userID: "user-\(generator.next())", deviceID: "d")
      let states = rulesets.map { $0.decision(subject)?.isEnabled == true }
      #expect(states == states.sorted { !$0 && $1 })
    }
  }

  @Test("Reading what was written gives the same document, and writing it again the same text", arguments: 0..<300)
  func roundTrip(seed: Int) throws {
    var random = RandomDocument(seed: seed)
    let document = random.document()
    let text = JSONWriter.bytes(of: document.json)
    let read = try FlagsDocument(json: text)
    #expect(read == document)
    #expect(JSONWriter.bytes(of: read.json) == text)
    for flag in document.flags { #expect(try FlagDefinition(json: flag.json) == flag) }
    for segment in document.segments { #expect(try Segment(name: segment.name, json: segment.json) == segment) }
  }

  @Test("A file with a byte changed is read or refused, never worse", arguments: 0..<50)
  func damaged(seed: Int) throws {
    var random = RandomDocument(seed: seed)
    let text = JSONWriter.bytes(of: random.document().json)
    for _ in 0..<40 {
      var damaged = text
      damaged[Int.random(in: 0..<text.count, using: &random.generator)] = UInt8.random(
        in: 0...255, using: &random.generator)
      guard let document = try? FlagsDocument(json: damaged), let rules = try? Ruleset(document) else { continue }
      _ = rules.evaluate(application: "A", for: random.subject(), in: Circumstances(now: 0))
    }
  }
}
