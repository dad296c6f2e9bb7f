import FlagRules
import StrictJSON
import Testing

/// A ruleset in which one flag was edited is the ruleset of the edited document; the seed is the argument.
struct EditTests {
  /// The document with `flag` in the place of the one with its key, or at the end.
  private func putting(_ flag: FlagDefinition, in document: FlagsDocument) -> FlagsDocument {
    var document = document
    if let index = document.flags.firstIndex(where: { ByteString($0.key) == ByteString(flag.key) }) {
      document.flags[index] = flag
    } else {
      document.flags.append(flag)
    }
    return document
  }

  private func removing(_ key: String, from document: FlagsDocument) -> FlagsDocument {
    var document = document
    document.flags.removeAll { ByteString($0.key) == ByteString(key) }
    return document
  }

  private func expectSame(_ left: Ruleset, _ right: Ruleset, _ random: inout RandomDocument) {
    #expect(left.document == right.document)
    for (index, flag) in right.document.flags.enumerated() {
      #expect(left.flagIndex(flag.key) == index)
      #expect(left.possibleDecisions(flagIndex: index) == right.possibleDecisions(flagIndex: index))
    }
    #expect(left.possibleDecisions(flagIndex: right.document.flags.count).isEmpty)
    for _ in 0..<5 {
      let subject = random.subject()
      for deadline in [-1, 200] {
        let circumstances = Circumstances(now: 0, deadlineMilliseconds: deadline)
        #expect(
          left.evaluate(application: "A", for: subject, in: circumstances)
            == right.evaluate(application: "A", for: subject, in: circumstances))
        for flag in right.document.flags {
          #expect(
            left.explain(flag.key, application: "A", for: subject, in: circumstances)
              == right.explain(flag.key, application: "A", for: subject, in: circumstances))
        }
      }
    }
  }

  /// What `make` makes, or why not.
  private func result(_ make: () throws -> Ruleset) -> Result<Ruleset, DocumentError> {
    do {
      return .success(try make())
    } catch let error as DocumentError {
      return .failure(error)
    } catch {
      Issue.record(error)
      return .failure(DocumentError(path: "", message: "\(error)"))
    }
  }

  /// A flag of the document, or a new one, with new contents that are sometimes wrong.
  private func edit(_ document: FlagsDocument, _ random: inout RandomDocument) -> FlagDefinition {
    let index = Int.random(in: 0...document.flags.count, using: &random.generator)
    var flag = random.flag(index, segmentCount: document.segments.count, flagCount: document.flags.count)
    switch Int.random(in: 0..<10, using: &random.generator) {
    case 0: flag.rules.append(Rule(id: "bad", rollout: 101))
    case 1: flag.rules.append(Rule(id: "bad", target: .segment("nowhere")))
    case 2: flag.rules.append(Rule(id: "bad", target: .condition(.sawFlag("nowhere"))))
    case 3: flag.key = ""
    case 4: flag.rules.append(Rule(id: "own", target: .condition(.sawFlag(flag.key))))
    default: break
    }
    return flag
  }

  @Test("Putting one flag after another gives the same as compiling all, and the same error", arguments: 0..<150)
  func putting(seed: Int) throws {
    var random = RandomDocument(seed: seed)
    var edited = try Ruleset(random.document())
    for _ in 0..<8 {
      let flag = edit(edited.document, &random)
      let document = putting(flag, in: edited.document)
      switch (result { try edited.putting(flag) }, result { try Ruleset(document) }) {
      case (.success(let left), .success(let right)):
        expectSame(left, right, &random)
        edited = left
      case (.failure(let left), .failure(let right)): #expect(left == right)
      case (let left, let right): Issue.record("\(left) but \(right)")
      }
    }
  }

  @Test("Removing one flag after another gives the same as compiling the rest, or both refuse", arguments: 0..<150)
  func removing(seed: Int) throws {
    var random = RandomDocument(seed: seed)
    var edited = try Ruleset(random.document())
    for flag in edited.document.flags.shuffled(using: &random.generator) {
      let document = removing(flag.key, from: edited.document)
      switch (result { try edited.removing(flag: flag.key) }, result { try Ruleset(document) }) {
      case (.success(let left), .success(let right)):
        expectSame(left, right, &random)
        edited = left
      case (.failure(let left), .failure):
        #expect(
          left.message == "needs the flag \(String(decoding: JSONWriter.bytes(of: .string(flag.key)), as: UTF8.self))")
        #expect(left.path.hasSuffix("saw-flag"))
      case (let left, let right): Issue.record("\(left) but \(right)")
      }
    }
  }

  @Test("Removing what is not there changes nothing, and a flag may need itself")
  func edges() throws {
    let ruleset = try ruleset(flag: #""rules":[{"id":"r","when":{"any":[{"not":{"saw-flag":"f"}}]}}]"#)
    #expect(try ruleset.removing(flag: "none").document == ruleset.document)
    #expect(try ruleset.removing(flag: "f").document.flags.map(\.key) == ["seen"])
    let needed = try ruleset.putting(
      FlagDefinition(key: "seen", rules: [Rule(id: "r", target: .condition(.all([.sawFlag("f")])))]))
    #expect(throws: DocumentError(path: "flags[1].rules[0].when.all[0].saw-flag", message: #"needs the flag "f""#)) {
      try needed.removing(flag: "f")
    }
  }

  @Test("A put flag may not be nested deeper than a compiled one, segments counted through")
  func depth() throws {
    func nested(_ levels: Int) -> Condition { (0..<levels).reduce(.all([])) { inner, _ in .not(inner) } }
    let deep = Segment(name: "deep", condition: nested(Ruleset.maximumDepth - 3))
    let ruleset = try Ruleset(FlagsDocument(segments: [deep]))
    func flag(_ levels: Int) -> FlagDefinition {
      let condition = (0..<levels).reduce(Condition.segment("deep")) { inner, _ in .not(inner) }
      return FlagDefinition(key: "f", rules: [Rule(id: "r", target: .condition(condition))])
    }
    for levels in 0..<5 {
      let compiled = result { try Ruleset(FlagsDocument(segments: [deep], flags: [flag(levels)])) }
      let edited = result { try ruleset.putting(flag(levels)) }
      #expect((try? compiled.get()) != nil || levels > 0)
      switch (edited, compiled) {
      case (.success, .success): break
      case (.failure(let left), .failure(let right)): #expect(left == right)
      default: Issue.record("levels \(levels): \(edited) but \(compiled)")
      }
    }
  }
}
