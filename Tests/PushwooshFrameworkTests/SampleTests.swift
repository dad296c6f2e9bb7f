import Dispatch
import FeatureFlags
import FeatureFlagsTesting
import Foundation
import PushwooshFramework
import Testing

// The shapes of the documentation's samples; on iOS the class below is a view controller.

/// Shows the new checkout while its flag is on.
private class HomeScreen: PWFeatureFlagsUpdateListener {
  var shown: [String] = []
  var onUpdate: () -> Void = {}

  func featureFlagsDidUpdate() {
    onUpdate()
    showCheckout()
  }

  func showCheckout() {
    if let checkout = Pushwoosh.configure.featureFlags.get("new_checkout"), checkout.isEnabled {
      show(
        buttonColor: checkout.string(forProperty: "button_color", default: "blue") ?? "blue",
        maxItems: Int(checkout.number(forProperty: "max_items", default: 3)))
    } else {
      shown.append("old")
    }
  }

  private func show(buttonColor: String, maxItems: Int) { shown.append("\(buttonColor) \(maxItems)") }
}

/// On the main actor, as view controllers are.
@MainActor
private class MainScreen: PWFeatureFlagsUpdateListener {
  var updates = 0
  func featureFlagsDidUpdate() { updates += 1 }
}

/// Marks the main queue: in an `async` main on Linux another thread than the first serves it.
private let mainQueueKey: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) ?? false }

@Suite("PushwooshFramework: the documentation's samples, through the static members", .serialized)
@MainActor
struct SampleTests {
  let bench = Bench()

  init() {
    Pushwoosh.install(adapters: bench.factory())
    Pushwoosh.configure.setReverseProxy(nil)
    Pushwoosh.configure.setApiToken(nil)
    Pushwoosh.configure.startServerCommunication()
  }

  @Test("L1, L2, L3: a listener and then the completion are called on the main thread, and reads there are new")
  func refreshing() async throws {
    let home = HomeScreen()
    let main = MainScreen()
    bench.transport.answer(Bench.answer())
    Pushwoosh.configure.setAppCode("SAMPLE-1")
    let flags = Pushwoosh.configure.featureFlags
    flags.addUpdateListener(home)
    flags.addUpdateListener(home)
    flags.addUpdateListener(main)
    var calls: [String] = []
    home.onUpdate = { calls.append("listener \(isOnMainQueue)") }
    await withCheckedContinuation { continuation in
      Pushwoosh.configure.featureFlags.refresh { error in
        if let error = error as NSError? { Issue.record("\(error)") }
        calls.append("completion \(isOnMainQueue)")
        continuation.resume()
      }
    }
    #expect(calls == ["listener true", "completion true"])
    #expect(home.shown == ["green 5"] && main.updates == 1)
    flags.removeUpdateListener(home)
    flags.removeUpdateListener(main)
    try bench.transport.verify()
  }

  @Test("E1, E2: a failed refresh gives an NSError with domain, code and words; what was there stays")
  func failing() async throws {
    Pushwoosh.configure.setAppCode("SAMPLE-2")
    bench.transport.answer(Bench.answer())
    try await PushwooshConfig.featureFlags.refresh()
    bench.clock.advance(by: .minutes(5))
    bench.transport.answer(HTTPResponse(status: 403))
    let failure: NSError? = await withCheckedContinuation { continuation in
      Pushwoosh.configure.featureFlags.refresh { error in
        if let error = error as NSError? {
          #expect(error.domain == PWFeatureFlagsErrorDomain && error.domain == "PWFeatureFlagsErrorDomain")
          #expect(error.code == 403)
          continuation.resume(returning: error)
        } else {
          continuation.resume(returning: nil)
        }
      }
    }
    let error = try #require(failure)
    #expect(error.localizedDescription.contains("403"))
    #expect((error.userInfo[NSUnderlyingErrorKey] as? FeatureFlagsError)?.reason == .httpStatus)
    #expect(Pushwoosh.configure.featureFlags.get("new_checkout")?.ruleId == "r_1a2b3c4d")
  }

  @Test("R4: isEnabled gives the default exactly when there is no flag")
  func states() async throws {
    Pushwoosh.configure.setAppCode("SAMPLE-3")
    let flags: PWFeatureFlags = Pushwoosh.configure.featureFlags
    #expect(flags === PushwooshConfig.featureFlags)
    #expect(flags.isEnabled("new_checkout", default: true) && !flags.isEnabled("new_checkout", default: false))
    bench.transport.answer(Bench.answer(enabled: false))
    try await flags.refresh()
    #expect(!flags.isEnabled("new_checkout", default: true) && flags.isEnabled("New_Checkout", default: true))
  }

  @Test("I1, I2, I3: logImpression sends one event for a flag, rule and state, and none without a flag")
  func impressions() async throws {
    Pushwoosh.configure.setAppCode("SAMPLE-4")
    bench.transport.answer(Bench.answer())
    try await Pushwoosh.configure.featureFlags.refresh()
    Pushwoosh.configure.featureFlags.logImpression("new_checkout")
    Pushwoosh.configure.featureFlags.logImpression("new_checkout")
    Pushwoosh.configure.featureFlags.logImpression("no_such_flag")
    await Pushwoosh.settle()
    let event = try #require(bench.sink.attempts.first)
    #expect(bench.sink.events.count == 1 && event.name == "PW_FeatureFlagImpression")
  }

  @Test("T5: the User ID and the device id are what the documentation says, and another user sees no flags")
  func users() async throws {
    bench.transport.answer(Bench.answer())
    Pushwoosh.configure.setUserId("u-1")
    Pushwoosh.configure.setAppCode("SAMPLE-5")
    #expect(Pushwoosh.configure.getUserId() == "u-1" && Pushwoosh.configure.getAppCode() == "SAMPLE-5")
    #expect(Pushwoosh.configure.getHWID().count == 36)
    try await Pushwoosh.configure.featureFlags.refresh()
    #expect(Pushwoosh.configure.featureFlags.get("new_checkout") != nil)
    let held = bench.transport.hold()
    Pushwoosh.configure.setUserId("u-2")
    #expect(Pushwoosh.configure.featureFlags.get("new_checkout") == nil)
    held.release(Bench.answer(color: "red"))
    await Pushwoosh.settle()
    #expect(
      Pushwoosh.configure.featureFlags.get("new_checkout")?.string(forProperty: "button_color", default: nil) == "red")
  }

  @Test("T11, C4: communication can be stopped and started; after a shutdown refreshes fail with code 0")
  func stopping() async throws {
    Pushwoosh.configure.stopServerCommunication()
    Pushwoosh.configure.setAppCode("SAMPLE-6")
    let stopped = await #expect(throws: NSError.self) { try await Pushwoosh.configure.featureFlags.refresh() }
    #expect(stopped?.code == 0 && bench.transport.requests.isEmpty)
    bench.transport.answer(Bench.answer())
    Pushwoosh.configure.startServerCommunication()
    try await Pushwoosh.configure.featureFlags.refresh()
    Pushwoosh.shutdown()
    let ended = await #expect(throws: NSError.self) { try await Pushwoosh.configure.featureFlags.refresh() }
    #expect(ended?.code == 0 && ended?.domain == PWFeatureFlagsErrorDomain)
    #expect(Pushwoosh.configure.featureFlags.isEnabled("new_checkout", default: false))
  }

  @Test("N1, T1: the hooks of the app's life and of push reach the client")
  func life() async throws {
    bench.transport.answer(Bench.answer())
    Pushwoosh.configure.setAppCode("SAMPLE-7")
    PushwooshConfig.didBecomeActive()
    await Pushwoosh.settle()
    #expect(bench.transport.requests.count == 1)
    PushwooshConfig.didEnterBackground()
    bench.clock.advance(by: .minutes(30))
    bench.transport.answer(Bench.answer())
    PushwooshConfig.didBecomeActive()
    _ = try await bench.transport.request(number: 2)
    bench.transport.answer(Bench.answer())
    await Pushwoosh.settle()
    PushwooshConfig.didRegisterForPush()
    let request = try await bench.transport.request(number: 3)
    #expect(try request.body("push_registered") == true)
    await Pushwoosh.settle()
  }
}
