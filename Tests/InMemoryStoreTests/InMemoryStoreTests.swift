import FeatureFlags
import FeatureFlagsTesting
import InMemoryStore
import Testing

@Suite("InMemoryStore")
struct InMemoryStoreTests {
  @Test("S1, S5: it keeps the contract of Ports.Store", arguments: StoreRule.all)
  func keepsTheContract(rule: StoreRule) async throws {
    let store = InMemoryStore()
    try await rule.verify(blobCount: { store.contents.count }) { store }
  }

  @Test("It starts with the blobs it is given, and shows what it holds")
  func contents() {
    let store = InMemoryStore(["flags": [1], "device": [2]])
    #expect(store.read("flags") == [1])
    store.setAside("flags")
    store.write([3], to: "other")
    store.remove("device")
    #expect(store.contents == ["flags.aside": [1], "other": [3]])
  }

  @Test("Two stores share nothing")
  func separate() {
    let first = InMemoryStore()
    first.write([1], to: "flags")
    #expect(InMemoryStore().read("flags") == nil)
  }
}
