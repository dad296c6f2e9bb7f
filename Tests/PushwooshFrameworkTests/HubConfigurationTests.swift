import FeatureFlags
import FeatureFlagsTesting
import Foundation
import Locking
import StrictJSON
import Testing

@testable import PushwooshFramework

@Suite("PushwooshFramework: configuration")
struct HubConfigurationTests {
  let bench = Bench()

  private func refresh(_ hub: Hub) async -> NSError? {
    do {
      try await PWFeatureFlags(hub).refresh()
      return nil
    } catch { return error as NSError }
  }

  @Test("C1: the SDK's keys of Info.plist configure everything")
  func bundleKeys() async throws {
    let hub = bench.hub(bundle: [
      "Pushwoosh_APPID": "APP-1", "Pushwoosh_BASEURL": "https://flags.example/json/1.3/",
      "Pushwoosh_API_TOKEN": "secret",
      "Pushwoosh_FEATURE_FLAGS_DISABLE_THROTTLE": true, "CFBundleShortVersionString": "2.4.0",
    ])
    for number in 1...2 {
      bench.transport.answer(Bench.answer())
      #expect(await refresh(hub) == nil)
      #expect(bench.transport.requests.count == number, "T3: the throttle is off")
    }
    let request = try #require(bench.transport.requests.first)
    #expect(request.url == "https://flags.example/api/v1/feature-flags/evaluate")
    #expect(request.headers.value(of: "Authorization") == "Token secret")
    #expect(try request.body("application") == "APP-1" && request.body("app_version") == "2.4.0")
    #expect(hub.applicationCode == "APP-1" && bench.reported == [])
  }

  @Test("C1: code goes before the list that Pushwoosh_INFO_PLIST names, and that before the bundle's")
  func precedence() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("pushwoosh-\(UUID().uuidString).plist")
    defer { try? FileManager.default.removeItem(at: file) }
    let list: [String: Any] = ["Pushwoosh_APPID": "FILE-1", "Pushwoosh_BASEURL": "https://file.example/json/1.3/"]
    try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0).write(to: file)
    let bundle = [
      "Pushwoosh_APPID": "BUNDLE-1", "Pushwoosh_BASEURL": "https://bundle.example/json/1.3/",
      "Pushwoosh_API_TOKEN": "bundle-token",
    ]
    let hub = bench.hub(bundle: bundle, environment: ["Pushwoosh_INFO_PLIST": file.path])
    #expect(hub.applicationCode == "FILE-1")
    hub.setApplicationCode("CODE-1")
    bench.transport.answer(Bench.answer())
    #expect(await refresh(hub) == nil)
    let request = try #require(bench.transport.requests.first)
    #expect(try request.body("application") == "CODE-1")
    #expect(request.url.hasPrefix("https://file.example/"))
    #expect(request.headers.value(of: "Authorization") == "Token bundle-token")
    hub.setAPIToken(nil)
    bench.clock.advance(by: .minutes(5))
    bench.transport.answer(Bench.answer())
    #expect(await refresh(hub) == nil)
    #expect(bench.transport.requests.last?.headers.value(of: "Authorization") == nil)
  }

  @Test(
    "C2: a value that cannot be used is reported once, by the name of its place, and refreshes fail with code 0",
    arguments: [
      (["Pushwoosh_APPID": 7], "Pushwoosh_APPID in Info.plist: must be a string"),
      (["Pushwoosh_APPID": "A.B"], "Pushwoosh_APPID in Info.plist: the Application Code"),
      (["Pushwoosh_APPID": "A", "Pushwoosh_BASEURL": "ftp://x"], "Pushwoosh_BASEURL in Info.plist: the base URL"),
      (["Pushwoosh_APPID": "A", "Pushwoosh_API_TOKEN": "a b"], "Pushwoosh_API_TOKEN in Info.plist: the API token"),
      (
        ["Pushwoosh_APPID": "A", "Pushwoosh_FEATURE_FLAGS_DISABLE_THROTTLE": "maybe"],
        "Pushwoosh_FEATURE_FLAGS_DISABLE_THROTTLE in Info.plist: must be a boolean"
      ),
      ([:], "the Application Code is missing"),
    ] as [([String: any Sendable], String)])
  func badValues(bundle: [String: any Sendable], message: String) async throws {
    let hub = bench.hub(bundle: bundle)
    let flags = PWFeatureFlags(hub)
    #expect(flags.get("new_checkout") == nil && flags.isEnabled("new_checkout", default: true))
    flags.logImpression("new_checkout")
    let error = try #require(await refresh(hub))
    #expect(error.domain == PWFeatureFlagsErrorDomain && error.code == 0)
    #expect(error.localizedDescription.hasPrefix(message))
    let completed: NSError? = await withCheckedContinuation { continuation in
      flags.refresh { continuation.resume(returning: $0 as NSError?) }
    }
    #expect(completed == error)
    flags.refresh(completion: nil)
    #expect(bench.reported.count == 1 && bench.reported[0].hasPrefix(message))
    #expect(hub.deviceID == "" && hub.userID == "")
  }

  @Test(
    "C2: a file that Pushwoosh_INFO_PLIST names must be a property list",
    arguments: ["/nowhere/at/all", "/proc/version"])
  func badFile(path: String) async throws {
    let hub = bench.hub(bundle: ["Pushwoosh_APPID": "A"], environment: ["Pushwoosh_INFO_PLIST": path])
    #expect(try #require(await refresh(hub)).localizedDescription.hasPrefix("Pushwoosh_INFO_PLIST: the file \(path)"))
  }

  @Test("C2: what failed works once the app sets the right value")
  func recovery() async throws {
    let hub = bench.hub()
    hub.setApplicationCode("not a code")
    #expect(await refresh(hub)?.code == 0)
    #expect(bench.reported.count == 1 && bench.reported[0].hasPrefix("setAppCode: the Application Code"))
    hub.setApplicationCode("APP-1")
    bench.transport.answer(Bench.answer())
    #expect(await refresh(hub) == nil)
    #expect(bench.reported.count == 1)
  }

  @Test("C2: adapters that cannot be made, or are missing, or use flags themselves, are reported")
  func badAdapters() async throws {
    struct Broken: Error {}
    let broken = bench.hub(bundle: ["Pushwoosh_APPID": "A"]) { throw Broken() }
    #expect(try #require(await refresh(broken)).localizedDescription.hasPrefix("the adapters cannot be made: Broken"))
    let missing = Hub(
      lists: { () throws(SetupProblem) in try PropertyLists(environment: [:], bundle: ["Pushwoosh_APPID": "A"]) },
      defaultFactory: { nil }, report: { _ in })
    #expect(try #require(await refresh(missing)).localizedDescription.hasPrefix("there are no adapters"))

    let box = Locked<Hub?>(nil)
    let inside = Locked<String?>(nil)
    let curious = bench.hub(bundle: ["Pushwoosh_APPID": "A"]) {
      guard let hub = box.withLock({ $0 }) else { return }
      do throws(SetupProblem) {
        _ = try hub.connect()
      } catch {
        inside.withLock { $0 = error.message }
      }
    }
    box.withLock { $0 = curious }
    #expect((try? curious.connect()) != nil)
    #expect(inside.withLock { $0 } == SetupProblem.reentry.message)
    box.withLock { $0 = nil }
  }

  @Test("T9: a bundle that is an app extension never requests flags")
  func appExtension() async throws {
    let hub = bench.hub(bundle: ["Pushwoosh_APPID": "A", "NSExtension": ["NSExtensionPointIdentifier": "x"]])
    #expect(await refresh(hub)?.code == 0)
    #expect(bench.transport.requests.isEmpty)
  }

  @Test(
    "T11: Pushwoosh_ALLOW_SERVER_COMMUNICATION = false sends nothing until communication is started",
    arguments: [false, "NO"] as [any Sendable])
  func communicationKey(value: any Sendable) async throws {
    let hub = bench.hub(bundle: ["Pushwoosh_APPID": "A", "Pushwoosh_ALLOW_SERVER_COMMUNICATION": value])
    #expect(await refresh(hub)?.code == 0)
    #expect(bench.transport.requests.isEmpty)
    bench.transport.answer(Bench.answer())
    hub.setCommunication(isAllowed: true)
    #expect(await refresh(hub) == nil)
  }

  @Test("T10: requests go through the proxy with its headers, and one that cannot be sent is reported and left out")
  func proxy() async throws {
    let hub = bench.hub(bundle: ["Pushwoosh_APPID": "A", "Pushwoosh_FEATURE_FLAGS_DISABLE_THROTTLE": "yes"])
    hub.setReverseProxy("https://proxy.example/pw/json/1.3/", headers: ["X-B": "2", "X-A": "1", "X-Bad": "a\r\nb"])
    bench.transport.answer(Bench.answer())
    #expect(await refresh(hub) == nil)
    let request = try #require(bench.transport.requests.first)
    #expect(request.url.hasPrefix("https://proxy.example/pw/api/"))
    #expect(request.headers.prefix(2).map(\.name) == ["X-A", "X-B"] && request.headers.value(of: "X-Bad") == nil)
    #expect(bench.reported.count == 1 && bench.reported[0].hasPrefix("setReverseProxy: the proxy header"))

    hub.setReverseProxy("https://proxy.example/", headers: [:])
    #expect(await refresh(hub)?.code == 0)
    #expect(bench.transport.requests.count == 1)
    hub.setReverseProxy(nil, headers: [:])
    bench.transport.answer(Bench.answer())
    #expect(await refresh(hub) == nil)
    #expect(bench.transport.requests.last?.url.lowercased().hasPrefix("https://a.api.pushwoosh.com/") == true)
  }

  @Test("C2: a token that cannot stand in a header is reported, without showing it, and the former stays")
  func badToken() async throws {
    let hub = bench.hub(bundle: ["Pushwoosh_APPID": "A"])
    hub.setAPIToken("good")
    hub.setAPIToken("bad\nsecret")
    #expect(
      bench.reported.count == 1 && bench.reported[0].hasPrefix("setApiToken: ") && !bench.reported[0].contains("secret")
    )
    bench.transport.answer(Bench.answer())
    #expect(await refresh(hub) == nil)
    #expect(bench.transport.requests.first?.headers.value(of: "Authorization") == "Token good")
  }
}
