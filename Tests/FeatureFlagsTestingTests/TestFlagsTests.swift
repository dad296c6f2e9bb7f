import FeatureFlags
import FeatureFlagsTesting
import Testing

/// A model of an app, as small as they come: a colour that follows a flag.
@MainActor
private final class CheckoutModel: FeatureFlagsUpdateListener {
  private let client: FeatureFlagsClient
  private(set) var buttonColor = ""

  init(client: FeatureFlagsClient) {
    self.client = client
    featureFlagsDidUpdate()
    client.addUpdateListener(self)
  }

  func featureFlagsDidUpdate() {
    let flag = client.get("new_checkout")
    buttonColor = flag?.isEnabled == true ? flag?.string(forProperty: "button_color", default: "blue") ?? "" : "grey"
  }
}

@Suite("Flags for the tests of an app")
@MainActor
struct TestFlagsTests {
  @Test("R2: the given flags are readable at once")
  func initial() throws {
    let flags = try FeatureFlagsClient.testing(flags: [Flag(key: "a", isEnabled: true, ruleID: "r")])
    #expect(flags.client.isEnabled("a", default: false))
    #expect(flags.client.get("b") == nil)
  }

  @Test("L1: an app reacts to a flag that is set, changed and removed")
  func reaction() async throws {
    let flags = try FeatureFlagsClient.testing()
    let model = CheckoutModel(client: flags.client)
    #expect(model.buttonColor == "grey")
    await flags.set("new_checkout", isEnabled: true, properties: ["button_color": "green"])
    #expect(model.buttonColor == "green")
    await flags.set("new_checkout", isEnabled: true)
    #expect(model.buttonColor == "blue")
    await flags.remove("new_checkout")
    #expect(model.buttonColor == "grey")
  }

  @Test("T6, S1: failing refreshes keep the flags, for 24 h of the test's own time")
  func failures() async throws {
    let flags = try FeatureFlagsClient.testing(flags: [Flag(key: "a", isEnabled: true, ruleID: "r")])
    flags.failRefreshes(with: TransportError(.connection, "scripted"))
    await flags.set("a", isEnabled: false)
    #expect(flags.client.isEnabled("a", default: false))
    flags.clock.advance(by: .hours(24))
    #expect(flags.client.get("a") == nil)
    flags.failRefreshes(with: nil)
    await flags.set("b", isEnabled: true)
    #expect(flags.client.allFlags.map(\.key) == ["a", "b"])
  }

  @Test("I1: impressions are there to be looked at")
  func impressions() async throws {
    let flags = try FeatureFlagsClient.testing(flags: [Flag(key: "a", isEnabled: true, ruleID: "r")], userID: "u-1")
    #expect(try await flags.client.deliverImpression("a") == .sent)
    #expect(flags.impressions.events.map(\.identity.userID) == ["u-1"])
  }

  @Test("C2: a User ID in spaces is trimmed like any other, so the flags are still its own")
  func spaces() throws {
    let flags = try FeatureFlagsClient.testing(flags: [Flag(key: "a", isEnabled: true, ruleID: "r")], userID: " u ")
    #expect(flags.client.userID == "u")
    #expect(flags.client.isEnabled("a", default: false))
  }
}
