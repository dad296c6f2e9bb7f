import FeatureFlags
import FeatureFlagsTesting
import Testing

@Suite("StoreRule")
struct StoreRuleTests {
  /// The first of `rules` that a store with `fault` breaks.
  private func broken(_ fault: FaultyStore.Fault, of rules: [StoreRule] = StoreRule.all) async -> String? {
    for rule in rules {
      let disk = FaultyStore.Disk()
      do throws(RuleViolation) {
        try await rule.verify(blobCount: { disk.count }) { FaultyStore(fault, disk: disk) }
      } catch {
        #expect(error.rule == rule.name)
        return rule.name
      }
    }
    return nil
  }

  @Test("A store without fault keeps every rule")
  func noFault() async {
    #expect(await broken(.none) == nil)
  }

  @Test("S5: a minimal store keeps every rule", arguments: StoreRule.all)
  func minimalStore(rule: StoreRule) async throws {
    let store = MinimalStore()
    try await rule.verify { store }
  }

  @Test("Every planted fault breaks a rule", arguments: FaultyStore.Fault.allCases.filter { $0 != .none })
  func findsFault(fault: FaultyStore.Fault) async {
    #expect(await broken(fault) != nil)
  }

  @Test(
    "The rule that a fault breaks is named",
    arguments: [
      (FaultyStore.Fault.losesEveryThirdWrite, "a read gives what was last written"),
      (.torn, "a reader sees the old blob or the new one, whole"),
      (.mixed, "a reader sees the old blob or the new one, whole"),
      (.goneWhileWritten, "a reader sees the old blob or the new one, whole"),
      (.oneFileForAll, "two stores on one storage lose nothing of each other's"),
      (.cutsLongNames, "every allowed name is a blob of its own"),
      (.asideKeepsAll, "one blob set aside is kept for each name, the newest"),
      (.asideLosesBlob, "one blob set aside is kept for each name, the newest"),
      (.asideKeepsFirst, "one blob set aside is kept for each name, the newest"),
      (.writesToInstanceOnly, "what was written is there for the next one who opens the storage"),
    ])
  func namesRule(fault: FaultyStore.Fault, rule: String) async {
    #expect(await broken(fault, of: StoreRule.all.filter { $0.name == rule }) == rule)
  }

  @Test("A violation says which rule, what was done and what came, in short")
  func message() async throws {
    let rule = try #require(StoreRule.all.first { $0.name == "every byte comes back as it was" })
    let disk = FaultyStore.Disk()
    do throws(RuleViolation) {
      try await rule.verify { FaultyStore(.cutsLargeBlobs, disk: disk) }
      Issue.record("no violation")
    } catch {
      #expect("\(error)".hasPrefix("broken rule \"every byte comes back as it was\": after it was written, read("))
      #expect(error.message.contains("gave 500000 bytes ("))
      #expect(error.message.utf8.count < 200)
    }
  }

  @Test("An error of the store is a violation of the rule")
  func errorsAreViolations() async throws {
    let rule = try #require(StoreRule.all.first)
    await #expect(throws: RuleViolation.self) {
      try await rule.verify { throw StoreError("cannot open") }
    }
  }

  @Test("Rules bear distinct names, which describe them")
  func names() {
    let names = StoreRule.all.map(\.name) + ClockRule.all.map(\.name) + EventSinkRule.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(StoreRule.all.map { "\($0)" } == StoreRule.all.map(\.name))
    #expect(ClockRule.all.map { "\($0)" } == ClockRule.all.map(\.name))
    #expect(EventSinkRule.all.map { "\($0)" } == EventSinkRule.all.map(\.name))
  }
}
