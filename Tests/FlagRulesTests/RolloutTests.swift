import FlagRules
import Testing

struct RolloutTests {
  @Test(
    "A percentage takes the buckets below percent × 100, without binary rounding on the way",
    arguments: [
      (0, 0), (0.001, 1), (0.01, 1), (0.07, 7), (0.29, 29), (0.57, 57), (1.1, 110), (12.345, 1235), (33.33, 3333),
      (50, 5000),
      (99.99, 9999), (99.991, 10_000), (100, 10_000),
    ] as [(Double, UInt32)])
  func buckets(percent: Double, count: UInt32) throws {
    #expect(try #require(Rollout(percent: percent)).buckets == count)
  }

  @Test("Every hundredth of a percent is one bucket more than the one before")
  func everyHundredth() throws {
    for hundredths in 0...10_000 {
      #expect(Rollout(percent: Double(hundredths) / 100)?.buckets == UInt32(hundredths))
    }
  }

  @Test("What is no percentage makes no rollout", arguments: [-0.01, 100.01, .infinity, -.infinity, .nan, 1e300])
  func refused(percent: Double) {
    #expect(Rollout(percent: percent) == nil)
  }

  @Test("A bucket is murmur3_32 of rule id, colon and user id, modulo 10000")
  func bucket() {
    #expect(Rollout.bucket(ruleID: "r_1a2b3c4d", userID: "u-7") == Murmur3.hash32("r_1a2b3c4d:u-7".utf8) % 10_000)
    let half = Rollout(percent: 50)
    #expect(half?.takes(bucket: 4999) == true)
    #expect(half?.takes(bucket: 5000) == false)
  }

  @Test("Evaluation puts users into these buckets, however long the ids of rule and user are", arguments: 1..<10)
  func bucketsOfEvaluation(length: Int) throws {
    let ruleID = String("r-é1x4567".prefix(length))
    let rules = try ruleset(flag: #""rules":[{"id":"\#(ruleID)"}]"#)
    for count in 0..<20 {
      let userID = String("u-ü\u{1f600}0123456789abcdefgh".prefix(count))
      let explanation = rules.explain(
        "f", application: "A", for: Subject(userID: userID, deviceID: "d"), in: Circumstances(now: 0))
      #expect(explanation?.steps.map(\.bucket) == [Rollout.bucket(ruleID: ruleID, userID: userID)])
    }
  }

  @Test("A rollout of 20 % takes about a fifth of the users")
  func share() throws {
    let rollout = try #require(Rollout(percent: 20))
    let taken = (0..<20_000).count { rollout.takes(bucket: Rollout.bucket(ruleID: "r_1", userID: "user-\($0)")) }
    #expect((3_800...4_200).contains(taken))
  }
}
