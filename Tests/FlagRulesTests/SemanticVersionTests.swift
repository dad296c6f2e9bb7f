import FlagRules
import Testing

struct SemanticVersionTests {
  @Test("Versions come in the order of Semantic Versioning §11")
  func order() throws {
    let ordered = [
      "0.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
      "1.0.0-rc.1", "1.0.0", "1.0.0.1", "1.0.10", "1.2", "1.10.0", "2.0.0-0", "2", "10.0.0",
      "99999999999999999999999.0.0", "100000000000000000000000.0.0",
    ]
    let versions = try ordered.map { try #require(SemanticVersion($0)) }
    for left in versions.indices {
      for right in versions.indices {
        #expect((versions[left] < versions[right]) == (left < right), "\(ordered[left]) < \(ordered[right])")
        #expect((versions[left] == versions[right]) == (left == right))
      }
    }
  }

  @Test(
    "Missing parts are 0, leading zeros and v do not count, nor does build metadata",
    arguments: [("2", "2.0.0"), ("v2.0", "2"), ("V1.02", "1.2"), ("1.0.0+a", "1.0.0+b.7"), ("1-rc.01", "1.0-rc.1")])
  func equal(left: String, right: String) throws {
    #expect(try #require(SemanticVersion(left)) == #require(SemanticVersion(right)))
    #expect(try #require(SemanticVersion(left)).description == left)
  }

  @Test(
    "What is no version makes none",
    arguments: [
      "", "v", "1.", ".1", "1..2", "1.x", "-1", "1.0-", "1.0-a..b", "1.0+", "1.0-ä", " 1.0", "1.0 ", "١.٢", "1.0+a+b",
    ])
  func refused(text: String) {
    #expect(SemanticVersion(text) == nil)
  }
}
