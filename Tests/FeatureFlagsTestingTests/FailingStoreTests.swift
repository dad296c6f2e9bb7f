import FeatureFlags
import FeatureFlagsTesting
import InMemoryStore
import Testing

@Suite("FailingStore")
struct FailingStoreTests {
  private let inner = InMemoryStore()
  private let store: FailingStore

  init() {
    store = FailingStore(inner)
  }

  @Test("Without a script it does what the wrapped store does", arguments: StoreRule.all)
  func keepsTheContract(rule: StoreRule) async throws {
    let (inner, store) = (inner, store)
    try await rule.verify(blobCount: { inner.contents.count }) { store }
  }

  @Test("S6: the n-th write from now fails and changes nothing, those around it work")
  func nthWrite() throws {
    try store.write([0], to: "flags")
    store.fail(.write, number: 2, with: StoreError("disk full"))
    try store.write([1], to: "flags")
    #expect(throws: StoreError("disk full")) { try store.write([2], to: "flags") }
    #expect(try store.read("flags") == [1])
    try store.write([3], to: "flags")
    #expect(try store.read("flags") == [3])
  }

  @Test("S6: every call of an operation fails until the store is healed", arguments: FailingStore.Operation.allCases)
  func every(operation: FailingStore.Operation) throws {
    func failures() -> [FailingStore.Operation] {
      var failed: [FailingStore.Operation] = []
      do { _ = try store.read("flags") } catch { failed.append(.read) }
      do { try store.write([1], to: "flags") } catch { failed.append(.write) }
      do { try store.remove("other") } catch { failed.append(.remove) }
      do { try store.setAside("other") } catch { failed.append(.setAside) }
      return failed
    }
    store.failEvery(operation)
    store.fail(.read, number: 100)
    #expect(failures() == [operation])
    #expect(failures() == [operation])
    store.heal()
    #expect(failures() == [])
  }

  @Test("It keeps all calls, and the n-th can be awaited")
  func calls() async throws {
    store.fail(.write)
    let waiting = Task { [store] in try await store.waitForCalls(of: .write, count: 2) }
    try? store.write([1], to: "flags")
    _ = try store.read("flags")
    try store.write([1], to: "device")
    let calls: [FailingStore.Call] = [
      .init(.write, "flags", failed: true), .init(.read, "flags"), .init(.write, "device"),
    ]
    #expect(store.calls == calls)
    #expect(try await waiting.value == [calls[0], calls[2]])
  }
}
