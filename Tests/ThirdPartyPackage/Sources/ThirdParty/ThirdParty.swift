import FeatureFlags
import FeatureFlagsTesting

/// Runs the store contract on both stores: the good one must pass, the other must be told which rule it breaks.
@main
enum ThirdParty {
  static func main() async throws {
    for rule in StoreRule.all {
      let store = DictionaryStore()
      try await rule.verify { store }
    }
    print("DictionaryStore keeps all \(StoreRule.all.count) rules")

    var violations: [String] = []
    for rule in StoreRule.all {
      let store = ForgetfulStore()
      do {
        try await rule.verify { store }
      } catch {
        violations.append(error.rule)
      }
    }
    guard !violations.isEmpty else {
      print("ForgetfulStore loses writes and no rule noticed")
      throw Unnoticed()
    }
    print("ForgetfulStore breaks: \(violations.joined(separator: "; "))")
  }
}

struct Unnoticed: Error {}
