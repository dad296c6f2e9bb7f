import Dispatch
import FeatureFlags
import FeatureFlagsTesting
import Foundation
import InMemoryStore
import Locking
import PushwooshWire
import StrictJSON
import Testing

@testable import PushwooshFramework

@Suite("PushwooshFramework: users, sessions and clients")
@MainActor
struct HubLifeTests {
  let bench = Bench()

  private var configured: Hub { bench.hub(bundle: ["Pushwoosh_APPID": "APP-1"]) }

  // MARK: Users

  @Test("C1: the User ID is kept for the next start, and the first request is for that user")
  func userIsKept() async throws {
    let first = configured
    first.setUserID("  u-7 ")
    await first.settle()
    #expect(bench.store.contents["pushwoosh-user-id"] == Array(#""u-7""#.utf8))
    #expect(bench.transport.requests.isEmpty, "setting a user before the session asks for nothing")
    let second = configured
    #expect(second.userID == "u-7")
    bench.transport.answer(Bench.answer())
    try await PWFeatureFlags(second).refresh()
    #expect(try bench.transport.requests.first?.body("user_id") == "u-7")
    #expect(bench.transport.requests.count == 1)
  }

  @Test("C3: the device id as User ID is the way back to anonymous, and nothing is kept")
  func backToAnonymous() async throws {
    let hub = configured
    hub.setUserID("u-7")
    hub.setUserID(hub.deviceID)
    await hub.settle()
    #expect(bench.store.contents["pushwoosh-user-id"] == nil)
    #expect(configured.userID == hub.deviceID)
  }

  @Test("C3: a blank User ID is ignored with a warning", arguments: ["", " \n\u{a0}"])
  func blankUser(userID: String) async throws {
    let hub = configured
    hub.setUserID("u-7")
    hub.setUserID(userID)
    #expect(hub.userID == "u-7" && bench.reported == ["setUserId: a blank User ID was ignored"])
  }

  @Test(
    "S5: a kept User ID that cannot be used is set aside once, and the device's id holds",
    arguments: ["{", "7", #"" ""#])
  func damagedUser(text: String) async throws {
    bench.store.write(Array(text.utf8), to: "pushwoosh-user-id")
    let hub = configured
    #expect(hub.userID == hub.deviceID)
    #expect(bench.reported == ["record-unusable"])
    #expect(bench.store.contents["pushwoosh-user-id"] == nil)
    #expect(bench.store.contents["pushwoosh-user-id.aside"] == Array(text.utf8))
  }

  @Test("S6: a store that cannot be read or written loses no User ID in this process")
  func failingStore() async throws {
    let store = FailingStore(InMemoryStore())
    store.failEvery(.read)
    store.failEvery(.write)
    let hub = configured
    let bench = bench
    hub.install { service in
      Adapters(
        wireFormat: PushwooshWireFormat(service: service), transport: bench.transport, store: store, clock: bench.clock,
        eventSink: bench.sink, diagnostics: { problem in bench.warnings.withLock { $0.append(problem.code.rawValue) } })
    }
    hub.setUserID("u-7")
    await hub.settle()
    #expect(hub.userID == "u-7")
    #expect(bench.reported.contains("store-read-failed") && bench.reported.contains("store-write-failed"))
  }

  @Test("C1: a User ID set before the Application Code holds for the first request")
  func userBeforeCode() async throws {
    let hub = bench.hub()
    hub.setUserID("u-7")
    #expect(hub.userID == "u-7" && bench.reported == [])
    hub.setApplicationCode("APP-1")
    bench.transport.answer(Bench.answer())
    try await PWFeatureFlags(hub).refresh()
    #expect(try bench.transport.requests.map { try $0.body("user_id") } == ["u-7"])
  }

  @Test("C1: a User ID that is set is kept though no flag is ever used")
  func userIsKeptSoon() async throws {
    let store = FailingStore(bench.store)
    let hub = configured
    let bench = bench
    hub.install { service in
      Adapters(
        wireFormat: PushwooshWireFormat(service: service), transport: bench.transport, store: store, clock: bench.clock,
        eventSink: bench.sink)
    }
    hub.setUserID("u-7")
    // The device id and the User ID.
    let writes = try await store.waitForCalls(of: .write, count: 2)
    #expect(writes.map(\.name).contains("pushwoosh-user-id") && bench.transport.requests.isEmpty)
  }

  // MARK: Sessions

  @Test("N1: setting the Application Code starts the session when the main thread is free, with what was set after it")
  func deferredStart() async throws {
    let hub = bench.hub()
    bench.transport.answer(Bench.answer())
    hub.setApplicationCode("APP-1")
    hub.setUserID("u-7")
    hub.setReverseProxy("https://proxy.example/json/1.3/", headers: [:])
    hub.setAPIToken("token")
    #expect(bench.factoryCalls.withLock { $0 } == 0, "there is no client yet that could ask")
    let request = try await bench.transport.request(number: 1)
    #expect(
      request.url.hasPrefix("https://proxy.example/") && request.headers.value(of: "Authorization") == "Token token")
    #expect(try request.body("user_id") == "u-7")
    await hub.settle()
    #expect(bench.transport.requests.count == 1)
  }

  @Test("N1: reading, listening and logging start the session of a configured app", arguments: 0..<4)
  func firstUse(way: Int) async throws {
    let flags = PWFeatureFlags(configured)
    bench.transport.answer(Bench.answer())
    switch way {
    case 0: _ = flags.get("x")
    case 1: _ = flags.isEnabled("x", default: true)
    case 2: flags.logImpression("x")
    default: flags.addUpdateListener(Listener())
    }
    _ = try await bench.transport.request(number: 1)
    await flags.hub.settle()
    _ = flags.get("x")
    await flags.hub.settle()
    #expect(bench.transport.requests.count == 1)
  }

  @Test("N1: an app that tells of its life is not started behind its back")
  func startsInBackground() async throws {
    let hub = configured
    hub.didEnterBackground()
    _ = PWFeatureFlags(hub).get("x")
    await hub.settle()
    #expect(bench.transport.requests.isEmpty)
    bench.transport.answer(Bench.answer())
    hub.didBecomeActive()
    _ = try await bench.transport.request(number: 1)
    await hub.settle()
  }

  @Test("N1: listening before the Application Code is set is no fault, and works once it is")
  func listeningFirst() async throws {
    let hub = bench.hub()
    let listener = Listener()
    PWFeatureFlags(hub).addUpdateListener(listener)
    #expect(bench.reported == [])
    bench.transport.answer(Bench.answer())
    hub.setApplicationCode("APP-1")
    try await PWFeatureFlags(hub).refresh()
    await (try hub.connect()).client.settleIncludingMainCalls()
    #expect(listener.calls == 1)
  }

  // MARK: Clients

  @Test(
    "S2: another Application Code ends the client of the former; its flags are not seen, and the same code does nothing"
  )
  func anotherCode() async throws {
    let hub = bench.hub()
    let flags = PWFeatureFlags(hub)
    hub.setApplicationCode("APP-1")
    bench.transport.answer(Bench.answer())
    try await flags.refresh()
    hub.setApplicationCode("APP-1")
    #expect(flags.get("new_checkout") != nil && bench.factoryCalls.withLock { $0 } == 1)
    let former = try hub.connect().client
    bench.transport.answer(Bench.answer(#"{"flags":[]}"#))
    hub.setApplicationCode("APP-2")
    #expect(flags.get("new_checkout") == nil && hub.applicationCode == "APP-2")
    await #expect(throws: FeatureFlagsError.self) { try await former.refresh() }
  }

  @Test("L1: listeners stay when the adapters are swapped")
  func swapping() async throws {
    let hub = configured
    let flags = PWFeatureFlags(hub)
    let listener = Listener()
    bench.transport.answer(Bench.answer())
    flags.addUpdateListener(listener)
    try await flags.refresh()
    await (try hub.connect()).client.settleIncludingMainCalls()
    let other = Bench()
    hub.install(other.factory())
    #expect(flags.get("new_checkout") == nil)
    other.transport.answer(Bench.answer(color: "red"))
    try await flags.refresh()
    await (try hub.connect()).client.settleIncludingMainCalls()
    #expect(listener.calls == 2)
    #expect(other.factoryCalls.withLock { $0 } == 1)
  }

  @Test("R2: threads that need the first client at once get one and the same")
  func oneClient() async throws {
    let hub = configured
    let clients = await withTaskGroup(of: ObjectIdentifier?.self) { group in
      for _ in 0..<16 { group.addTask { (try? hub.connect()).map(ObjectIdentifier.init) } }
      var all: Set<ObjectIdentifier?> = []
      for await client in group { all.insert(client) }
      return all
    }
    #expect(clients.count == 1 && clients.first != .some(nil) && bench.factoryCalls.withLock { $0 } == 1)
  }

  @Test("R2: while one thread makes the client the others wait for it, and it does not wait for itself")
  func waiting() async throws {
    let box = Locked<Hub?>(nil)
    let steps = Locked<[String]>([])
    let note: @Sendable (Hub) -> Void = { hub in
      let step =
        switch hub.nextStep() {
        case .wait: "wait"
        case .fail(let problem) where problem == .reentry: "fail"
        default: "make or use"
        }
      steps.withLock { $0.append(step) }
    }
    let hub = bench.hub(bundle: ["Pushwoosh_APPID": "APP-1"]) {
      guard let hub = box.withLock({ $0 }) else { return }
      note(hub)
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        note(hub)
        isDone.signal()
      }
      isDone.wait()
    }
    box.withLock { $0 = hub }
    _ = try hub.connect()
    #expect(steps.withLock { $0 } == ["fail", "wait"])
    box.withLock { $0 = nil }
  }

  @Test("C1: what is set while the client is made is not forgotten; another Application Code makes another client")
  func settingsMeanwhile() async throws {
    let box = Locked<Hub?>(nil)
    let round = Locked(0)
    let hub = bench.hub(bundle: ["Pushwoosh_APPID": "APP-1"]) {
      let number = round.withLock { round in
        round += 1
        return round
      }
      guard let hub = box.withLock({ $0 }) else { return }
      if number == 1 { hub.setApplicationCode("APP-2") }
      if number == 2 {
        hub.setUserID("u-7")
        hub.setAPIToken("token")
        hub.setCommunication(isAllowed: false)
      }
    }
    box.withLock { $0 = hub }
    let client = try hub.connect().client
    #expect(hub.applicationCode == "APP-2" && client.userID == "u-7" && round.withLock { $0 } == 2)
    await #expect(throws: FeatureFlagsError.self) { try await client.refresh() }
    bench.transport.answer(Bench.answer())
    hub.setCommunication(isAllowed: true)
    try await PWFeatureFlags(hub).refresh()
    #expect(bench.transport.requests.first?.headers.value(of: "Authorization") == "Token token")
    box.withLock { $0 = nil }
  }

  @Test("The default adapters are found by the name of their class; without them there are none")
  func defaultAdapters() throws {
    #expect(DefaultProvider.factory() != nil)
    #expect(DefaultProvider.factory(className: "PushwooshDefaults.NoSuchClass") == nil)
    #expect(DefaultProvider.factory(className: "PushwooshFramework.Hub") == nil)
  }
}

/// Counts its calls.
private final class Listener: PWFeatureFlagsUpdateListener {
  var calls = 0
  func featureFlagsDidUpdate() { calls += 1 }
}
